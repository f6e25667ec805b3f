// The restrictions of a key, prepared when it is read, so that a request costs comparisons alone.
import { type CheckedKey, keyCheckMessages } from '@ballast/contract/keys/key-check';
import { isScope } from '@ballast/contract/keys/key-restrictions';
import { openNetworks, readNetwork } from '../runtime/network/networks.ts';
import { remember } from '../runtime/remember.ts';

export type KeyRestrictions = {
  readonly expiresAtMs: number;
  readonly isAllowedFrom: ((address: string) => boolean) | null;
  readonly scopes: ReadonlySet<string> | null;
  // Most keys are used from one place.
  lastAllowed: string;
};

// An owner of many keys restricts them alike: ten thousand share what is prepared. Neither a scope nor a network has a space in it.
const bounds = { most: 1000, longest: 10_000 };
const scopesOf = remember((scopes) => new Set(scopes.split(' ')), bounds);
const networksOf = remember(
  (networks) =>
    openNetworks(
      networks
        .split(' ')
        .map(readNetwork)
        .filter((network) => network !== null),
    ),
  bounds,
);

type Stored = { expiresAt: Date | null; scopes: string[] | null; allowedNetworks: string[] | null };

export const prepareRestrictions = ({
  expiresAt,
  scopes,
  allowedNetworks,
}: Stored): KeyRestrictions | null => {
  if (!expiresAt && !scopes && !allowedNetworks) return null;
  return {
    expiresAtMs: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    isAllowedFrom: allowedNetworks && networksOf(allowedNetworks.join(' ')),
    scopes: scopes && scopesOf(scopes.join(' ')),
    lastAllowed: '',
  };
};

const mayCome = (restrictions: KeyRestrictions, address: string) => {
  if (!restrictions.isAllowedFrom || (address !== '' && address === restrictions.lastAllowed)) return true;
  if (!restrictions.isAllowedFrom(address)) return false;
  restrictions.lastAllowed = address;
  return true;
};

const hasAll = (held: ReadonlySet<string>, needed: readonly string[]) => {
  for (let i = 0; i < needed.length; i += 1) if (!held.has(needed[i] as string)) return false;
  return true;
};

export type Restricted = 'expired' | 'address_not_allowed' | 'scope_missing';

// The first restriction that refuses the request.
export const restrictedBy = (
  restrictions: KeyRestrictions,
  nowMs: number,
  address: string,
  neededScopes: readonly string[],
): Restricted | null => {
  if (nowMs >= restrictions.expiresAtMs) return 'expired';
  if (!mayCome(restrictions, address)) return 'address_not_allowed';
  if (restrictions.scopes && !hasAll(restrictions.scopes, neededScopes)) return 'scope_missing';
  return null;
};

export type RestrictedVerdict = {
  outcome: Restricted;
  key: Readonly<CheckedKey>;
  address: string;
  neededScopes: readonly string[];
};

export const restrictionCodes = {
  expired: 'key_expired',
  address_not_allowed: 'address_not_allowed',
  scope_missing: 'scope_missing',
} as const;

// A gateway or its caller may name anything: only what can be a scope is repeated.
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
