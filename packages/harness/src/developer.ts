// Developers who use a portal, through its front door.
import { randomUUID } from 'node:crypto';
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import { verificationToken } from './mailbox.ts';

export const password = 'Correct-horse1!';
export const newEmail = (name = 'mara') => `${name}-${randomUUID().slice(0, 13)}@northwind.example`;

type Person = { email?: string; fullName?: string };
export type Developer = Awaited<ReturnType<typeof signInDeveloper>>;

// Somebody whose address nobody has verified yet.
export const signUpUnverified = async (
  portalUrl: string,
  { email = newEmail(), fullName = 'Mara Okafor' }: Person = {},
) => {
  const call = createClient({ portalUrl });
  await call(signUp, { body: { email, password, fullName, authMethod: 'EMAIL' } });
  return email;
};

export const verifyByMail = async (portalUrl: string, email: string) => {
  const call = createClient({ portalUrl });
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
  const email = await signUpUnverified(portalUrl, person);
  await verifyByMail(portalUrl, email);
  return signInDeveloper(portalUrl, email);
};
