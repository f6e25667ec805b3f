import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';

export const refusalsPerKey = 100;
export const refusalDays = 90;

// The codes of the key check. An unknown value leaves no trace.
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
  // As the gateway described it. A path has lost its query, which may hold secrets.
  method: z.nullable(z.string()),
  path: z.nullable(z.string()),
});
export type KeyRefusal = z.infer<typeof keyRefusal>;

export const listRefusals = endpoint('GET', '/api-keys/:id/refusals', {
  auth: 'verified',
  cli: ['read', 'keys'],
  summary: `List the ${refusalsPerKey} most recent failed requests of an API key, with the reason`,
  params: z.object({ id: z.uuid('This key does not exist') }),
  reply: z.array(keyRefusal),
});

export const refusalCalls = [listRefusals];

export const refusalNames: Record<RefusalReason, string> = {
  key_revoked: 'Key revoked',
  account_suspended: 'Account suspended',
  key_expired: 'Key expired',
  address_not_allowed: 'Address not allowed',
  scope_missing: 'Scope missing',
  rate_limited: 'Over the rate limit',
};
