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
const params = z.object({ id: z.uuid('This second step does not exist') });
const text = (name: string, max: number) => z.optional(textUpTo(name, max));
const name = { friendly_name: optionalText('friendly_name', factorLimits.name) };
const webauthn = z.optional(z.record(z.string(), z.unknown(), 'webauthn must be an object'));
const removed = z.object({ id: z.string() });

export const enrolFactor = libraryEndpoint('POST', path, {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Start adding a second step; returns an authenticator app’s secret once',
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
  summary: 'Start two-step verification in this session',
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
  summary: 'Complete two-step verification, or verify a new second step; returns new tokens',
  params,
  body: z.looseObject({ challenge_id: text('challenge_id', 100), code: text('code', 100), webauthn }),
  reply: session,
});

export const removeFactor = libraryEndpoint('DELETE', `${path}/:id`, {
  stops: true,
  auth: 'verified',
  fresh: 'always',
  summary: 'Remove a second step',
  params,
  reply: removed,
});

export const getRecoveryCodes = libraryEndpoint('GET', codesPath, {
  leadsToStop: true,
  auth: 'verified-or-reset',
  beforeSecondFactor: true,
  summary: 'Get how many recovery codes are left',
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
  summary: 'Create recovery codes; returns them once',
  body: z.looseObject(name),
  bodyOptional: true,
  reply: codes,
});

export const verifyRecoveryCode = libraryEndpoint('POST', `${codesPath}/verify`, {
  leadsToStop: true,
  auth: 'verified-or-reset',
  beforeSecondFactor: true,
  summary: 'Use a recovery code instead of a second step; returns new tokens',
  body: z.looseObject({ code: text('code', 100) }),
  reply: session,
});

export const replaceRecoveryCodes = libraryEndpoint('POST', `${codesPath}/regenerate`, {
  cost: 'signInMethods',
  auth: 'verified',
  fresh: 'always',
  summary: 'Replace the recovery codes',
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
