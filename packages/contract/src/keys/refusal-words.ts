// Why a request was refused, in words for whoever looks for the cause, and what helps.
import type { RefusalReason } from './key-refusals.ts';

export const refusalWords: Record<RefusalReason, { name: string; hint: string }> = {
  key_revoked: { name: 'Old value', hint: 'It was replaced by a rotation. Use the new one.' },
  account_suspended: { name: 'Account suspended', hint: 'Contact support.' },
  key_expired: { name: 'Key expired', hint: 'A later day under Restrictions brings it back.' },
  address_not_allowed: {
    name: 'Address not allowed',
    hint: 'It is in none of the allowed networks.',
  },
  scope_missing: { name: 'Scope missing', hint: 'The key lacks the scope that this request needs.' },
  rate_limited: { name: 'Over the rate limit', hint: 'Send fewer per second, or request an increase.' },
};
