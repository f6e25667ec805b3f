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

export const refusalWords: Record<RefusalReason, { name: string; hint: string }> = {
  key_revoked: {
    name: 'Key revoked',
    hint: 'It was rotated or deleted. Use the new key, or another one.',
  },
  account_suspended: { name: 'Account suspended', hint: 'Contact support.' },
  key_expired: { name: 'Key expired', hint: 'Set a later date under Restrictions to reactivate it.' },
  address_not_allowed: {
    name: 'Address not allowed',
    hint: 'It isn’t in the allowed networks.',
  },
  scope_missing: { name: 'Scope missing', hint: 'The key doesn’t have the scope for this request.' },
  rate_limited: {
    name: 'Over the rate limit',
    hint: 'Send fewer requests per second, or request an increase.',
  },
};
