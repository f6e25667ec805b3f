// Somebody at a browser adds a security key as a second factor and shows it, by the session library's calls.
import type { AuthClient } from '@supabase/auth-js';
import { libraryOf } from '../session-library.ts';
import type { TestApp } from '../test-app.ts';
import { type CreateLies, type GetLies, newAuthenticator } from './passkeys.ts';

type Library = InstanceType<typeof AuthClient>;
type Key = ReturnType<typeof newAuthenticator>;

// The page says where it is. The portal believes its settings alone.
const page = { rpId: 'portal.localhost', rpOrigins: ['http://portal.localhost'] };

export const enrolKey = async (library: Library, friendlyName?: string) => {
  const { data, error } = await library.mfa.enroll({
    factorType: 'webauthn',
    ...(friendlyName ? { friendlyName } : {}),
  } as never);
  if (error) throw error;
  return data as { id: string; type: string; friendly_name: string };
};

export const askForKey = async (library: Library, factorId: string) => {
  const { data, error } = await library.mfa.challenge({ factorId, webauthn: page });
  if (error) throw error;
  const { id, expires_at, webauthn } = data;
  return {
    challengeId: id,
    expiresAt: expires_at,
    ...webauthn,
    options: webauthn.credential_options.publicKey,
  };
};

type Challenge = { challengeId: string; type: string; options: unknown };

// The library turns what a browser gives it into JSON by this method.
const ofBrowser = (credential: unknown) => ({ toJSON: () => credential }) as never;

export const answerWith = (
  library: Library,
  factorId: string,
  { challengeId, type }: Challenge,
  credential: unknown,
) =>
  library.mfa.verify({
    factorId,
    challengeId,
    webauthn: { ...page, type, credential_response: ofBrowser(credential) } as never,
  });

export const addKey = async (library: Library, key: Key, friendlyName?: string, lies?: CreateLies) => {
  const factor = await enrolKey(library, friendlyName);
  const challenge = await askForKey(library, factor.id);
  const { data, error } = await answerWith(
    library,
    factor.id,
    challenge,
    key.create(challenge.options as never, lies),
  );
  return { factor, data, error };
};

export const showKey = async (library: Library, factorId: string, key: Key, lies?: GetLies) => {
  const challenge = await askForKey(library, factorId);
  return answerWith(library, factorId, challenge, key.get(challenge.options as never, lies));
};

// A developer whose account a security key guards, in the session that added it.
export const openKeyUser = async (app: TestApp) => {
  const person = await app.verifiedUser();
  const library = await libraryOf(app, person.session);
  const key = newAuthenticator(app);
  const { factor, error } = await addKey(library, key);
  if (error) throw error;
  return { ...person, library, key, factor };
};
