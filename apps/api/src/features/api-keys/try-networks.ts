// Who would have been refused if a key had only been good in some networks. It is asked before they are switched on.

import { setImmediate } from 'node:timers/promises';
import { type AddressUse, otherAddresses } from '@ballast/contract/key-addresses';
import { dryRunAddresses, dryRunDays, type NetworkDryRun } from '@ballast/contract/network-dry-run';
import { prepareRestrictions } from '../../key-check/restrictions.ts';
import type { Deps } from '../../runtime/deps.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { findKey } from './owned-key.ts';
import { readAddresses } from './read-addresses.ts';
import { readRestrictions } from './restrictions.ts';

// The key check itself would say so.
const openDoor = (deps: Deps, wanted: string[]) => {
  const { allowedNetworks = null } = readRestrictions(deps, { allowedNetworks: wanted });
  const restrictions = prepareRestrictions({ expiresAt: null, scopes: null, allowedNetworks });
  return (address: string) => address !== otherAddresses && restrictions?.isAllowedFrom?.(address) === true;
};

// Thousands of addresses are compared with a pause now and then, so that key checks do not wait for all of them.
const addressesAtOnce = 1000;

const refusedOf = async (uses: AddressUse[], isAllowed: (address: string) => boolean) => {
  const refused: AddressUse[] = [];
  for (let from = 0; from < uses.length; from += addressesAtOnce) {
    refused.push(...uses.slice(from, from + addressesAtOnce).filter(({ address }) => !isAllowed(address)));
    await setImmediate();
  }
  return refused;
};

const sumOf = (uses: AddressUse[]) => uses.reduce((sum, { requests }) => sum + requests, 0);

export const tryNetworks = async (
  deps: Deps,
  ownerId: string,
  id: string,
  allowedNetworks: string[],
): Promise<NetworkDryRun> => {
  const key = await findKey(deps.db, ownerId, id);
  const isAllowed = openDoor(deps, allowedNetworks);
  const start = secondsBefore(deps.now(), dryRunDays * 24 * 3600);
  const uses = await readAddresses(deps, ownerId, key.id, start);
  const refused = await refusedOf(uses, isAllowed);
  return {
    requests: sumOf(uses),
    refused: sumOf(refused),
    addresses: refused.slice(0, dryRunAddresses),
  };
};
