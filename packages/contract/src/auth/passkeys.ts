// A passkey signs in by itself: whoever shows it has unlocked the device that holds it. These are the session library's
// calls, in its dialect.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { noAddress, requiredText } from '../text.ts';
import { session, sessionLibraryPath } from './session.ts';
import { assertedCredential, createdCredential, creationOptions, requestOptions } from './webauthn.ts';

export const passkeyLimits = { most: 10, nameLength: 64 } as const;

export const passkeyMessages = {
  deviceUsedTwice: 'This device already holds a passkey of your account.',
  tooMany: `An account can have ${passkeyLimits.most} passkeys. Remove one first.`,
} as const;

const path = `${sessionLibraryPath}/passkeys` as const;

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

export const startPasskeyRegistration = endpoint({
  method: 'POST',
  path: `${path}/registration/options`,
  dialect: 'session-library',
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'What a browser needs to make a passkey',
  body: z.looseObject({}),
  reply: challengeWith(creationOptions),
});

export const verifyPasskeyRegistration = endpoint({
  method: 'POST',
  path: `${path}/registration/verify`,
  dialect: 'session-library',
  auth: 'verified',
  fresh: 'always',
  summary: 'Keep the passkey that the browser made',
  body: z.looseObject({ challenge_id: challengeId, credential: createdCredential }),
  reply: passkey,
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: `${path}/authentication/options`,
  dialect: 'session-library',
  auth: 'public',
  summary: 'What a browser needs to ask for a passkey',
  body: z.looseObject({}),
  reply: challengeWith(requestOptions),
});

export const verifyPasskeySignIn = endpoint({
  method: 'POST',
  path: `${path}/authentication/verify`,
  dialect: 'session-library',
  auth: 'public',
  summary: 'A new session for a passkey',
  body: z.looseObject({ challenge_id: challengeId, credential: assertedCredential }),
  reply: session,
});

export const listPasskeys = endpoint({
  method: 'GET',
  path,
  leadsToStop: true,
  dialect: 'session-library',
  auth: 'verified',
  summary: 'The passkeys of the account, the newest first',
  reply: z.array(passkey),
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  dialect: 'session-library',
  auth: 'verified',
  summary: 'Rename a passkey',
  params: id,
  body: z.looseObject({ friendly_name: passkeyName }),
  reply: passkey,
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  dialect: 'session-library',
  stops: true,
  auth: 'verified',
  fresh: 'always',
  status: 204,
  summary: 'Remove a passkey and end the sessions that it opened',
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
