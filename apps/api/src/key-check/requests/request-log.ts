// What the key check answered, in bounded memory until it is written. Accounts take turns: one that floods the log with its keys gets
// fewer rows of higher weight, and costs no other account its rows.
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import { type RequestOutcome, requestOutcomes } from '@ballast/contract/requests/requests';
import type { Counter } from '../usage/usage-counter.ts';
import {
  addToLane,
  type Entry,
  isIdle,
  type KeyLanes,
  type LoggedRequest,
  type Owner,
  openKeyLanes,
  takeFromLane,
} from './lanes.ts';

// What is written at once, of an account and of all. An account with room for its rows waits for no second turn.
const takenOfOwner = 1000;
const takenOfAll = 4000;
// Beyond these an account, or all of them, have one row for each key and outcome. A small account still has more than that.
const mostOfOwner = 1000;
const mostOfSmallOwner = 60;
const fairFrom = 20_000;
const mostOfAll = 120_000;
// Keys with rows that wait. Requests of further ones are counted, and leave no row. A few large accounts leave room for the others.
const mostKeys = 50_000;
const mostKeysOfOwner = 20_000;
const fairKeysFrom = 25_000;
const mostKeysOfSmallOwner = 200;
const restMs = 60_000;

export type Taken = { keyId: string; outcome: RequestOutcome; entry: Entry };
export type RequestLog = ReturnType<typeof openRequestLog>;

// The keys with rows that wait, each among those of its account.
const openKeys = () => {
  const keys = new Map<string, KeyLanes>();
  const owners = new Map<string, Owner>();

  const ownerOf = (id: string) => {
    const known = owners.get(id);
    if (known) return known;
    const owner: Owner = { id, keys: new Set(), entries: 0, restsUntil: 0 };
    owners.set(id, owner);
    return owner;
  };

  const open = (keyId: string, ownerId: string) => {
    const known = keys.get(keyId);
    if (known || keys.size >= mostKeys) return known ?? null;
    const owner = ownerOf(ownerId);
    if (owner.keys.size >= (keys.size < fairKeysFrom ? mostKeysOfOwner : mostKeysOfSmallOwner)) return null;
    const key = openKeyLanes(keyId, owner);
    keys.set(keyId, key);
    owner.keys.add(key);
    return key;
  };

  return {
    owners,
    open,
    close: (key: KeyLanes) => {
      key.open = false;
      keys.delete(key.keyId);
      key.owner.keys.delete(key);
    },
  };
};

export const openRequestLog = () => {
  const { owners, open, close } = openKeys();
  let entries = 0;
  let lost = 0;

  const hasRoom = (owner: Owner) =>
    owner.entries < (entries < fairFrom ? mostOfOwner : mostOfSmallOwner) &&
    entries < mostOfAll &&
    owner.restsUntil === 0;

  const takeKey = (key: KeyLanes, taken: Taken[]) => {
    for (const outcome of requestOutcomes) {
      const rows = takeFromLane(key[outcome]);
      key.owner.entries -= rows.length;
      entries -= rows.length;
      for (const entry of rows) taken.push({ keyId: key.keyId, outcome, entry });
    }
  };

  // A key or an account whose entries were taken moves to the end of its queue.
  const takeOwner = (owner: Owner, most: number, second: number, taken: Taken[]) => {
    const end = taken.length + most;
    for (const key of [...owner.keys]) {
      if (taken.length >= end) break;
      takeKey(key, taken);
      if (isIdle(key, second)) close(key);
      else if (owner.keys.delete(key)) owner.keys.add(key);
    }
    owners.delete(owner.id);
    if (owner.keys.size) owners.set(owner.id, owner);
  };

  const note = (
    counter: Counter,
    outcome: RequestOutcome,
    reason: RefusalReason | null,
    from: LoggedRequest,
    at: number,
  ) => {
    if (!counter.lanes?.open) counter.lanes = open(counter.keyId, counter.ownerId);
    const key = counter.lanes;
    if (key === null) lost += 1;
    else if (addToLane(key, outcome, reason, from, at, hasRoom(key.owner))) {
      key.owner.entries += 1;
      entries += 1;
    }
  };

  return {
    note,
    // Takes some entries of each account; the account that waited longest comes first. `all` takes every entry.
    take: (now: number, all: boolean): Taken[] => {
      const taken: Taken[] = [];
      for (const owner of [...owners.values()]) {
        if (!all && taken.length >= takenOfAll) break;
        if (!all && owner.restsUntil > now) continue;
        if (owner.restsUntil) owner.restsUntil = now + restMs;
        takeOwner(owner, all ? Number.POSITIVE_INFINITY : takenOfOwner, now - (now % 1000), taken);
      }
      return taken;
    },
    // An account that has written its rows of the day writes once a minute.
    slowDown: (ownerIds: string[], now: number) => {
      for (const id of ownerIds) {
        const owner = owners.get(id);
        if (owner) owner.restsUntil ||= now + restMs;
      }
    },
    lost: () => lost,
  };
};
