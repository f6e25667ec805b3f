import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { oneOf } from '../http/field.ts';
import { cursor, pageLimit } from '../http/paging.ts';
import { optionalText, requiredText } from '../text.ts';
import { graceSeconds, previousValue } from './key-grace.ts';
import { restricted, restrictionMessages, restrictions } from './key-restrictions.ts';
import { keyLength } from './mask-key.ts';

export const environments = ['SANDBOX', 'PRODUCTION'] as const;
export type Environment = (typeof environments)[number];

export const keyLimits = {
  name: 100,
  value: keyLength,
  defaultRateLimit: 3,
  maxRateLimit: 1000,
  reasonMin: 20,
  reasonMax: 2000,
  reviewTime: '24-48 hours',
  page: 200,
  longestPage: 500,
  requests: 100,
  deletedAtOnce: 200,
} as const;

export const keyMessages = {
  nameRequired: 'Please provide a name for the API key',
  nameTaken: (name: string) => `An active key with the name "${name}" already exists`,
  nameOfExpired: (name: string) =>
    `An expired key has the name "${name}". Rename or delete that key, or choose another name`,
  productionOff: 'Production API keys are not available in this environment.',
  profileIncomplete: 'Complete your profile to create production API keys.',
  limitRequired: 'Please enter the requested rate limit',
  limitPositive: 'Requested rate limit must be a positive whole number',
  limitTooHigh: `Requested rate limit cannot exceed ${keyLimits.maxRateLimit} req/sec. Contact support for higher limits.`,
  limitNotHigher: (current: number) =>
    `Requested rate limit must be greater than the current ${current} req/sec`,
  reasonTooShort: `Please provide a more detailed justification (at least ${keyLimits.reasonMin} characters)`,
  requestOpen: 'A request for this key is already being reviewed',
  requestSent: `Rate limit request submitted. We review requests within ${keyLimits.reviewTime}.`,
  deleted: 'API key deleted',
  unreadable: 'We can’t show this key’s value. The key itself still works. Rotate it to get a new value.',
  idsWrong: `ids must be 1 to ${keyLimits.deletedAtOnce} different ids of keys`,
} as const;

// The owner of a key without use for so long gets a notice, and the next one no sooner.
export const unusedDays = 90;

export const requestStatuses = ['PENDING', 'APPROVED', 'DENIED'] as const;

export const rateLimitRequest = z.object({
  id: z.uuid(),
  keyId: z.uuid(),
  keyName: z.string(),
  environment: z.enum(environments),
  currentLimit: z.number(),
  requestedLimit: z.number(),
  // What was given, which may be less; null while nothing was.
  approvedLimit: z.nullable(z.number()),
  reason: z.string(),
  status: z.enum(requestStatuses),
  note: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
});

export type RateLimitRequest = z.infer<typeof rateLimitRequest>;

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  key: z.string(),
  // The value of a production key needs a recent proof.
  masked: z.boolean(),
  environment: z.enum(environments),
  rateLimit: z.number(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  isActive: z.boolean(),
  ...restricted,
  latestRequest: z.nullable(rateLimitRequest),
  previous: z.nullable(previousValue),
  // The value, or the older one in its grace period, was found in public.
  leakedAt: z.nullable(z.string()),
});

export type ApiKey = z.infer<typeof apiKey>;

export const keyName = requiredText({
  label: 'Name',
  required: keyMessages.nameRequired,
  max: keyLimits.name,
});

const params = z.object({ id: z.uuid('This key does not exist') });

export const createKey = endpoint('POST', '/api-keys', {
  cost: 'productionKeys',
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  idempotent: true,
  summary: 'Create an API key',
  status: 201,
  body: z.strictObject({
    name: keyName,
    environment: oneOf('environment', environments),
    ...restrictions,
  }),
  reply: apiKey,
});

// `created` has the newest first, `used` the latest use; unused keys come last.
export const keySorts = ['created', 'name', 'used'] as const;
export type KeySort = (typeof keySorts)[number];

// `expiring` are active keys that expire within 14 days; `unused` those whose current value was never used; `limited` those with a
// limited request in the last 24 hours.
export const keyStatuses = ['active', 'expired', 'expiring', 'unused', 'limited'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const listKeys = endpoint('GET', '/api-keys', {
  leadsToStop: true,
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: 'List API keys, newest first; pass x-next-cursor to get the next page',
  query: z.object({
    environment: z.optional(oneOf('environment', environments)),
    limit: pageLimit({ most: keyLimits.longestPage, usual: keyLimits.page }),
    cursor,
    id: z.optional(z.uuid('id must be the id of a key')),
    search: optionalText('search', keyLimits.name),
    status: z.optional(oneOf('status', keyStatuses)),
    sort: z._default(oneOf('sort', keySorts), 'created'),
  }),
  reply: z.array(apiKey),
});

export const getKey = endpoint('GET', '/api-keys/:id', {
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  summary: 'Get an API key, with its value',
  params,
  reply: apiKey,
});

// To lift or widen a restriction of a production key needs a proof, as making one does. A rename or a narrower restriction does
// not.
export const updateKey = endpoint('PUT', '/api-keys/:id', {
  cost: 'productionChanges',
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  summary: 'Rename an API key or change its restrictions; null removes a restriction',
  params,
  body: z.strictObject({ name: z.optional(keyName), ...restrictions }).check(
    z.refine((change) => Object.keys(change).length > 0, {
      path: ['name'],
      error: restrictionMessages.nothingToChange,
    }),
  ),
  reply: apiKey,
});

export const rotateKey = endpoint('POST', '/api-keys/:id/rotate', {
  cost: 'productionRotations',
  auth: 'verified',
  cli: ['keys'],
  fresh: 'production',
  idempotent: true,
  summary: 'Rotate an API key; the old key stops working immediately, or after graceSeconds',
  params,
  body: z.strictObject({ graceSeconds }),
  bodyOptional: true,
  reply: apiKey,
});

export const endGrace = endpoint('POST', '/api-keys/:id/end-grace', {
  stops: true,
  auth: 'verified',
  cli: ['keys'],
  summary: 'Revoke the old key after a rotation',
  params,
  reply: apiKey,
});

export const deleteKey = endpoint('DELETE', '/api-keys/:id', {
  stops: true,
  auth: 'verified',
  cli: ['keys'],
  summary: 'Delete an API key',
  params,
  reply: z.object({ message: z.string() }),
});

const areDifferent = (ids: string[]) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length;

export const keyIds = z
  .array(z.uuid(keyMessages.idsWrong), keyMessages.idsWrong)
  .check(
    z.minLength(1, keyMessages.idsWrong),
    z.maxLength(keyLimits.deletedAtOnce, keyMessages.idsWrong),
    z.refine(areDifferent, keyMessages.idsWrong),
  );

export const deleteKeys = endpoint('DELETE', '/api-keys', {
  stops: true,
  auth: 'verified',
  cli: ['keys'],
  summary: `Delete up to ${keyLimits.deletedAtOnce} API keys: all of them, or none if one doesn’t exist`,
  body: z.strictObject({ ids: keyIds }),
  reply: z.object({ revoked: z.array(z.uuid()) }),
});

export const keyCalls = [createKey, listKeys, getKey, updateKey, rotateKey, endGrace, deleteKey, deleteKeys];
