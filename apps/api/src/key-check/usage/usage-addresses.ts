// From which addresses a value is used, in bounded memory. A known address costs a comparison or a look into a map, and allocates
// nothing.
import { addressesPerHour, otherAddresses } from '@ballast/contract/keys/key-addresses';
import type { AddressRow } from './usage-batch.ts';
import type { AddressUse, Counter } from './usage-counter.ts';

const hourMs = 3_600_000;
// Of all keys, since they were last collected. New addresses beyond this are counted as other addresses.
const mostUses = 50_000;
// While nothing can be written, new rows beyond this are given up.
const mostRows = 50_000;

export const takeRows = <Row>(rows: Map<string, Row>, most: number): Row[] => {
  const taken: Row[] = [];
  for (const [name, row] of rows) {
    if (taken.length === most) break;
    taken.push(row);
    rows.delete(name);
  }
  return taken;
};

export const openAddresses = () => {
  const rows = new Map<string, AddressRow>();
  let uses = 0;

  const newUse = (address: string): AddressUse => {
    uses += 1;
    return { address, requests: 0, lastAt: 0 };
  };

  const addUse = (known: Map<string, AddressUse>, address: string) => {
    const use = newUse(address);
    known.set(address, use);
    return use;
  };

  const findUse = (known: Map<string, AddressUse>, address: string) => {
    const use = known.get(address);
    if (use) return use;
    if (known.size < addressesPerHour && uses < mostUses) return addUse(known, address);
    return known.get(otherAddresses) ?? addUse(known, otherAddresses);
  };

  // Most values are used from one address, and need no map.
  const useOf = (counter: Counter, address: string) => {
    if (!counter.use) return newUse(uses < mostUses ? address : otherAddresses);
    counter.uses ??= new Map([[counter.use.address, counter.use]]);
    return findUse(counter.uses, address);
  };

  const rowOf = ({ keyId, secretHash }: Counter, hour: number, address: string): AddressRow | null => {
    const name = `${secretHash} ${hour} ${address}`;
    const known = rows.get(name);
    if (known || rows.size >= mostRows) return known ?? null;
    const row = { key_id: keyId, secret_hash: secretHash, hour, address, requests: 0, at: 0 };
    rows.set(name, row);
    return row;
  };

  return {
    count: (counter: Counter, address: string, at: number) => {
      if (counter.use?.address !== address) counter.use = useOf(counter, address);
      counter.use.requests += 1;
      counter.use.lastAt = at;
    },
    // Everything that was counted since the last time was within this minute.
    collect: (counter: Counter, minute: number) => {
      if (!counter.use) return;
      const counted = counter.uses?.values() ?? [counter.use];
      for (const { address, requests, lastAt } of counted) {
        const row = rowOf(counter, minute - (minute % hourMs), address);
        if (!row) continue;
        row.requests += requests;
        row.at = Math.max(row.at, lastAt);
      }
      uses -= counter.uses?.size ?? 1;
      counter.uses = counter.use = null;
    },
    take: (most: number) => takeRows(rows, most),
    size: () => rows.size,
  };
};
