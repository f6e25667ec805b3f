// Developers who use a portal, through its front door.
import { randomUUID } from 'node:crypto';
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { browserFetch } from './browser-fetch.ts';
import { verificationToken } from './mailbox.ts';

export const password = 'Correct-horse1!';
export const newEmail = (name = 'mara') => `${name}-${randomUUID().slice(0, 13)}@northwind.example`;

type Person = { email?: string; fullName?: string };
export type Developer = Awaited<ReturnType<typeof signInDeveloper>>;

// Somebody whose address nobody has verified yet.
export const signUpUnverified = async (
  portalUrl: string,
  { email = newEmail(), fullName = 'Mara Okafor' }: Person = {},
  browser = browserFetch(),
) => {
  const call = createClient({ portalUrl, fetch: browser });
  await call(signUp, { body: { email, password, fullName, authMethod: 'EMAIL' } });
  return email;
};

export const verifyByMail = async (portalUrl: string, email: string, browser = browserFetch()) => {
  const call = createClient({ portalUrl, fetch: browser });
  await call(verifyEmail, { body: { token: await verificationToken(portalUrl, email), type: 'email' } });
};

export const signInDeveloper = async (portalUrl: string, email: string) => {
  const { user, session } = await createClient({ portalUrl })(logIn, {
    body: { email, password },
  });
  if (!session) throw new Error(`${email} got no session`);
  const token = session.access_token;
  // The session is the same at any portal that shares the database.
  const at = (url: string) => createClient({ portalUrl: url, token: () => token });
  return { email, user, session, at, call: at(portalUrl) };
};

export const newDeveloper = async (portalUrl: string, person?: Person) => {
  // Most people open the link in the browser in which they signed up.
  const browser = browserFetch();
  const email = await signUpUnverified(portalUrl, person, browser);
  await verifyByMail(portalUrl, email, browser);
  return signInDeveloper(portalUrl, email);
};
