// Why requests with an API key were refused: the newest, as long as anybody would scroll.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';

// So many are kept of a key.
export const refusalsPerKey = 100;
// They are kept for so many days at most.
export const refusalDays = 90;

// These are the codes of the key check. A value that nobody has leaves no trace.
export const refusalReasons = [
  'key_revoked',
  'account_suspended',
  'key_expired',
  'address_not_allowed',
  'scope_missing',
  'rate_limited',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

const keyRefusal = z.object({
  at: z.string(),
  reason: z.enum(refusalReasons),
  address: z.string(),
  userAgent: z.string(),
  // What was asked of the provider's API, if the gateway said it. A path has lost its query, which may hold secrets.
  method: z.nullable(z.string()),
  path: z.nullable(z.string()),
});
export type KeyRefusal = z.infer<typeof keyRefusal>;

export const listRefusals = endpoint({
  method: 'GET',
  path: '/api-keys/:id/refusals',
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `The newest ${refusalsPerKey} requests with an API key that were refused, and why`,
  params: z.object({ id: z.uuid('This key does not exist') }),
  reply: z.array(keyRefusal),
});

export const refusalCalls = [listRefusals];
