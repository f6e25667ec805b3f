// What a key is restricted to, prepared once when the key is read, so that a request costs comparisons and nothing else.
import { openNetworks, readNetwork } from '../runtime/network/networks.ts';

export type KeyRestrictions = {
  readonly expiresAtMs: number;
  readonly isAllowedFrom: ((address: string) => boolean) | null;
  readonly scopes: ReadonlySet<string> | null;
  // Most keys are used from one place.
  lastAllowed: string;
};

type Stored = { expiresAt: Date | null; scopes: string[] | null; allowedNetworks: string[] | null };

export const prepareRestrictions = ({
  expiresAt,
  scopes,
  allowedNetworks,
}: Stored): KeyRestrictions | null => {
  if (!expiresAt && !scopes && !allowedNetworks) return null;
  const networks = allowedNetworks?.map(readNetwork).filter((network) => network !== null);
  return {
    expiresAtMs: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    isAllowedFrom: networks ? openNetworks(networks) : null,
    scopes: scopes && new Set(scopes),
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
