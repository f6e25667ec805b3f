// The operator's calls about API keys. None carries a key's value.
import * as z from 'zod/mini';
import { operatorEndpoint } from '../http/endpoint.ts';
import { environments } from '../keys/api-keys.ts';
import { rateLimit, reviewedUsage } from './operator.ts';
import { reasonText } from './users.ts';

export const operatorKeyMessages = {
  none: (start: string) => `No key ${start}`,
  several: (start: string, candidates: string[], more: boolean) =>
    `More than one key begins with ${start}: ${candidates.join(', ')}${more ? ', and more' : ''}`,
  alreadyRevoked: 'This key is revoked already',
} as const;

// The first characters of an id are enough while they fit one key.
const idStart = z.object({ id: z.string() });

export const operatorKeyStatuses = ['ACTIVE', 'EXPIRED', 'SUSPENDED', 'REVOKED'] as const;

const key = z.object({
  id: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  status: z.enum(operatorKeyStatuses),
  userId: z.string(),
  email: z.string(),
  rateLimit: z.number(),
  // The limit ends then, and the key gets the other one.
  limitEndsAt: z.nullable(z.string()),
  limitAfter: z.nullable(z.number()),
  scopes: z.nullable(z.array(z.string())),
  allowedNetworks: z.nullable(z.array(z.string())),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  leakedAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  lastUsedAddress: z.nullable(z.string()),
  lastUsedUserAgent: z.nullable(z.string()),
  usage: reviewedUsage,
});
export type OperatorKey = z.infer<typeof key>;

export const showKey = operatorEndpoint('GET', '/keys/:id', {
  summary: 'Get one API key, masked; the view is logged',
  params: idStart,
  reply: key,
});

export const revokeKey = operatorEndpoint('POST', '/keys/:id/revoke', {
  summary: 'Revoke an API key for good; it stops working immediately',
  params: idStart,
  body: z.strictObject({ reason: reasonText }),
  reply: key,
});

export const limitKey = operatorEndpoint('POST', '/keys/:id/limit', {
  summary: 'Set the rate limit of an API key; it applies immediately, and we email the developer',
  params: idStart,
  body: z.strictObject({ limit: rateLimit, reason: reasonText }),
  reply: key,
});

export const operatorKeyCalls = [showKey, revokeKey, limitKey];
