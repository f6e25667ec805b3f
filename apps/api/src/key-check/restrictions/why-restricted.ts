// Tells a caller which restriction of the key stood in the way, and what can be done about it.
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import { isScope } from '@ballast/contract/keys/key-restrictions';
import type { ActiveKey } from '../lookup/key-cache.ts';
import type { Restricted } from './restrictions.ts';

export type RestrictedVerdict = {
  outcome: Restricted;
  key: ActiveKey;
  address: string;
  neededScopes: readonly string[];
};

export const restrictionCodes = {
  expired: 'key_expired',
  address_not_allowed: 'address_not_allowed',
  scope_missing: 'scope_missing',
} as const;

// A gateway, or whoever speaks through it, may name anything: only what can be a scope is repeated.
const missingScope = ({ key, neededScopes }: RestrictedVerdict) =>
  neededScopes.find((scope) => !key.scopes?.includes(scope) && isScope(scope)) ?? null;

const describe = (verdict: RestrictedVerdict) => {
  const { outcome, key, address } = verdict;
  if (outcome === 'expired') {
    const expiresAt = key.expiresAt ?? '';
    return { message: keyCheckMessages.expired(expiresAt), details: { expiresAt } };
  }
  if (outcome === 'address_not_allowed')
    return { message: keyCheckMessages.addressNotAllowed(address), details: { address } };
  const scope = missingScope(verdict);
  return { message: keyCheckMessages.scopeMissing(scope), details: { scope } };
};

export const whyRestricted = (verdict: RestrictedVerdict) => ({
  code: restrictionCodes[verdict.outcome],
  ...describe(verdict),
});
