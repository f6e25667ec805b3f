// Somebody who has an account at a provider, and what a provider of the tests can do.
export type Person = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  username: string;
};

export type TestProvider = {
  settings: { id: string; secret: string; url: string };
  // This person sits at the browser from now on.
  person: (person: Person) => void;
  // The person visits the address that the portal gave and agrees.
  consent: (authUrl: string) => Promise<{ code: string; state: string }>;
  stop: () => Promise<void>;
};

let people = 0;
export const newPerson = (facts: Partial<Person> = {}): Person => {
  people += 1;
  return {
    subject: String(Date.now() * 1000 + people),
    email: `noor${people}@halcyon.dev`,
    emailVerified: true,
    name: 'Noor Haddad',
    username: `noor${people}`,
    ...facts,
  };
};

export const readCallback = (location: string | null) => {
  const query = new URL(location ?? '').searchParams;
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' };
};
