import * as z from 'zod/mini';
import { endpoint, libraryEndpoint } from '../http/endpoint.ts';
import { textUpTo } from '../http/field.ts';
import { optionalText } from '../text.ts';
import { factorLimits } from './second-factors.ts';
import { session } from './session.ts';
import { keyChallenge } from './webauthn.ts';

const path = '/factors';
const codesPath = `${path}/recovery-codes` as const;

// The library sends more than we read, in camel case, so these bodies are open.
const params = z.object({ id: z.uuid('This second factor does not exist') });
const text = (name: string, max: number) => z.optional(textUpTo(name, max));
const name = { friendly_name: optionalText('friendly_name', factorLimits.name) };
const webauthn = z.optional(z.record(z.string(), z.unknown(), 'webauthn must be an object'));
const removed = z.object({ id: z.string() });

export const enrolFactor = libraryEndpoint('POST', path, {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Begin to add a second factor; the secret of an authenticator app is shown this once',
  body: z.looseObject({ factor_type: text('factor_type', 40), ...name }),
  reply: z.object({
    id: z.string(),
    type: z.enum(['totp', 'webauthn']),
    friendly_name: z.string(),
    totp: z.optional(z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() })),
  }),
});

export const challengeFactor = libraryEndpoint('POST', `${path}/:id/challenge`, {
  leadsToStop: true,
  auth: 'verified-or-reset',
  beforeSecondFactor: true,
  summary: 'Ask for a second factor to be shown in this session',
  params,
  body: z.looseObject({ webauthn }),
  reply: z.object({
    id: z.string(),
    type: z.enum(['totp', 'webauthn']),
    expires_at: z.number(),
    webauthn: z.optional(keyChallenge),
  }),
});

export const verifyFactor = libraryEndpoint('POST', `${path}/:id/verify`, {
  leadsToStop: true,
  auth: 'verified-or-reset',
  beforeSecondFactor: true,
  summary: 'Show a second factor, or verify a new one; the session gets new tokens',
  params,
  body: z.looseObject({ challenge_id: text('challenge_id', 100), code: text('code', 100), webauthn }),
  reply: session,
});

export const removeFactor = libraryEndpoint('DELETE', `${path}/:id`, {
  stops: true,
  auth: 'verified',
  fresh: 'always',
  summary: 'Remove a second factor',
  params,
  reply: removed,
});

export const getRecoveryCodes = libraryEndpoint('GET', codesPath, {
  leadsToStop: true,
  auth: 'verified-or-reset',
  beforeSecondFactor: true,
  summary: 'How many recovery codes are left',
  reply: z.object({
    id: z.string(),
    type: z.literal('recovery_code'),
    total: z.number(),
    remaining: z.number(),
  }),
});

// The codes are shown once, so the portal asks whether they were saved. Null until their owner says so.
const saved = z.object({ savedAt: z.nullable(z.string()) });

export const getSavedCodes = endpoint('GET', '/users/recovery-codes/saved', {
  auth: 'verified',
  summary: 'Get when the recovery codes were saved',
  reply: saved,
});

export const confirmSavedCodes = endpoint('POST', '/users/recovery-codes/saved', {
  auth: 'verified',
  summary: 'Confirm that the recovery codes are saved',
  reply: saved,
});

const codes = z.object({
  id: z.string(),
  type: z.literal('recovery_code'),
  friendly_name: z.string(),
  total: z.number(),
  codes: z.array(z.string()),
});

export const createRecoveryCodes = libraryEndpoint('POST', codesPath, {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Make recovery codes; they are shown this once',
  body: z.looseObject(name),
  bodyOptional: true,
  reply: codes,
});

export const verifyRecoveryCode = libraryEndpoint('POST', `${codesPath}/verify`, {
  leadsToStop: true,
  auth: 'verified-or-reset',
  beforeSecondFactor: true,
  summary: 'Show a recovery code in the place of a second factor; the session gets new tokens',
  body: z.looseObject({ code: text('code', 100) }),
  reply: session,
});

export const replaceRecoveryCodes = libraryEndpoint('POST', `${codesPath}/regenerate`, {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Make new recovery codes in the place of the old ones',
  reply: codes,
});

export const removeRecoveryCodes = libraryEndpoint('DELETE', codesPath, {
  stops: true,
  auth: 'verified',
  fresh: 'always',
  summary: 'Remove all recovery codes',
  reply: removed,
});

export const secondFactorCalls = [
  enrolFactor,
  challengeFactor,
  verifyFactor,
  removeFactor,
  getRecoveryCodes,
  createRecoveryCodes,
  verifyRecoveryCode,
  replaceRecoveryCodes,
  removeRecoveryCodes,
  getSavedCodes,
  confirmSavedCodes,
];
