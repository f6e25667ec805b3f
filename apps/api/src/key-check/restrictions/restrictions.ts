// What a key is restricted to, prepared once when the key is read, so that a request costs comparisons and nothing else.
import { openNetworks, readNetwork } from '../../runtime/network/networks.ts';
import { remember } from '../../runtime/remember.ts';

export type KeyRestrictions = {
  readonly expiresAtMs: number;
  readonly isAllowedFrom: ((address: string) => boolean) | null;
  readonly scopes: ReadonlySet<string> | null;
  // Most keys are used from one place.
  lastAllowed: string;
};

// Whoever has many keys restricts them alike. They share what is prepared, so ten thousand of them cost little more than one. Neither
// a scope nor a network has a space in it.
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

// The first restriction that stands in the way, in the order in which they are told.
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
