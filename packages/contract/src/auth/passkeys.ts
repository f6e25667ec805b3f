// A passkey signs in by itself: it was unlocked on the device that holds it. These are calls of the session library.
import * as z from 'zod/mini';
import { libraryEndpoint } from '../http/endpoint.ts';
import { noAddress, requiredText } from '../text.ts';
import { session } from './session.ts';
import { assertedCredential, createdCredential, creationOptions, requestOptions } from './webauthn.ts';

export const passkeyLimits = { most: 10, nameLength: 64 } as const;

export const passkeyMessages = {
  deviceUsedTwice: 'This device already holds a passkey of your account.',
  tooMany: `An account can have ${passkeyLimits.most} passkeys. Remove one first.`,
} as const;

const path = '/passkeys';

const challengeId = z.uuid('challenge_id must be the id of a challenge');
const id = z.object({ id: z.uuid('This passkey does not exist') });

export const passkeyName = requiredText({
  label: 'Name',
  required: 'Name is required',
  max: passkeyLimits.nameLength,
}).check(noAddress('Name'));

const passkey = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  created_at: z.string(),
  last_used_at: z.optional(z.string()),
});

export type Passkey = z.infer<typeof passkey>;

const challengeWith = <Options extends z.ZodMiniType>(options: Options) =>
  z.object({ challenge_id: z.uuid(), options, expires_at: z.number() });

export const startPasskeyRegistration = libraryEndpoint('POST', `${path}/registration/options`, {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Get the options to create a passkey',
  body: z.looseObject({}),
  reply: challengeWith(creationOptions),
});

export const verifyPasskeyRegistration = libraryEndpoint('POST', `${path}/registration/verify`, {
  auth: 'verified',
  fresh: 'always',
  summary: 'Save a new passkey',
  body: z.looseObject({ challenge_id: challengeId, credential: createdCredential }),
  reply: passkey,
});

export const startPasskeySignIn = libraryEndpoint('POST', `${path}/authentication/options`, {
  auth: 'public',
  summary: 'Get the options to sign in with a passkey',
  body: z.looseObject({}),
  reply: challengeWith(requestOptions),
});

export const verifyPasskeySignIn = libraryEndpoint('POST', `${path}/authentication/verify`, {
  auth: 'public',
  summary: 'Sign in with a passkey',
  body: z.looseObject({ challenge_id: challengeId, credential: assertedCredential }),
  reply: session,
});

export const listPasskeys = libraryEndpoint('GET', path, {
  leadsToStop: true,
  auth: 'verified',
  summary: 'List passkeys, newest first',
  reply: z.array(passkey),
});

export const renamePasskey = libraryEndpoint('PATCH', `${path}/:id`, {
  auth: 'verified',
  summary: 'Rename a passkey',
  params: id,
  body: z.looseObject({ friendly_name: passkeyName }),
  reply: passkey,
});

export const deletePasskey = libraryEndpoint('DELETE', `${path}/:id`, {
  stops: true,
  auth: 'verified',
  fresh: 'always',
  status: 204,
  summary: 'Remove a passkey and sign out its sessions',
  params: id,
  reply: z.void(),
});

export const passkeyCalls = [
  startPasskeyRegistration,
  verifyPasskeyRegistration,
  startPasskeySignIn,
  verifyPasskeySignIn,
  listPasskeys,
  renamePasskey,
  deletePasskey,
];
