// Somebody at a browser adds a passkey and signs in with it, by the session library's calls.

import { libraryOf, type openLibrary } from '../session-library.ts';
import type { TestApp } from '../test-app.ts';
import { createSecurityKey } from './security-key.ts';

type Library = ReturnType<typeof openLibrary>;
type Authenticator = ReturnType<typeof createSecurityKey>;
export type CreateLies = Parameters<Authenticator['create']>[1];
export type GetLies = Parameters<Authenticator['get']>[1];

export const newAuthenticator = (app: TestApp, counting?: { counts: boolean }) =>
  createSecurityKey(new URL(app.deps.config.publicUrl).origin, counting);

export const startRegistration = async (library: Library) => {
  const { data, error } = await library.passkey.startRegistration();
  if (error) throw error;
  return data;
};

export const startSignIn = async (library: Library) => {
  const { data, error } = await library.passkey.startAuthentication();
  if (error) throw error;
  return data;
};

export const register = async (library: Library, authenticator: Authenticator, lies?: CreateLies) => {
  const { challenge_id: challengeId, options } = await startRegistration(library);
  return library.passkey.verifyRegistration({
    challengeId,
    credential: authenticator.create(options, lies) as never,
  });
};

export const signIn = async (library: Library, authenticator: Authenticator, lies?: GetLies) => {
  const { challenge_id: challengeId, options } = await startSignIn(library);
  return library.passkey.verifyAuthentication({
    challengeId,
    credential: authenticator.get(options, lies) as never,
  });
};

// A developer who has a passkey and is signed in with their password.
export const openPasskeyUser = async (app: TestApp, email?: string) => {
  const person = await app.verifiedUser(email);
  const library = await libraryOf(app, person.session);
  const authenticator = newAuthenticator(app);
  const { data, error } = await register(library, authenticator);
  if (error) throw error;
  return { ...person, library, authenticator, passkey: data };
};
