// What was found for the values that were presented last, in bounded memory. Values without an active key have a place of
// their own: a flood of them pushes out no good key.
import type { CheckedKey } from '@ballast/contract/keys/key-check';
import type { Bucket } from '../limits/memory-limiter.ts';
import type { KeyRestrictions } from '../restrictions.ts';
import type { Counter } from '../usage/usage-counter.ts';

export type ActiveKey = Readonly<CheckedKey> & {
  readonly kind: 'active';
  // It is null where nothing is restricted.
  readonly restrictions: KeyRestrictions | null;
  // In milliseconds: a value that was replaced passes until then.
  readonly endsAt: number;
  readonly counter: Counter;
  bucket: Bucket;
  spentUntil: number;
  // When it was last known to be good (performance.now), where that is needed.
  knownAt: number;
  // The answer is made when it is first needed.
  answer: { headers: string[]; body: string; encoding: BufferEncoding } | null;
};
// A key that rests may come back, so it is looked up each time and never kept.
type RevokedKey = { readonly kind: 'revoked'; readonly counter: Counter; readonly rests: boolean };
// So may one whose owner is suspended.
type SuspendedKey = { readonly kind: 'suspended'; readonly counter: Counter; readonly endsAt: number };
type UnknownKey = { readonly kind: 'unknown' };
export type FoundKey = ActiveKey | RevokedKey | SuspendedKey | UnknownKey;
export type CacheableKey = Exclude<FoundKey, SuspendedKey>;
export const never = Number.POSITIVE_INFINITY;
export const unknownKey: UnknownKey = { kind: 'unknown' };

// Two generations of each: what is used moves to the young one; when that is full, the old one is forgotten as a whole.
// Nothing has to be sorted or swept.
const activeKeys = 10_000;
const otherValues = 10_000;

// Most keys have one value. A key has two while one that was replaced still passes, and around rotations more may have been read.
type Generation = { keys: Map<string, ActiveKey>; values: Map<string, string | Set<string>> };
const emptyGeneration = (): Generation => ({ keys: new Map(), values: new Map() });

const openActiveKeys = () => {
  let young = emptyGeneration();
  let old = emptyGeneration();

  const place = (value: string, key: ActiveKey) => {
    if (young.keys.size >= activeKeys) {
      old = young;
      young = emptyGeneration();
    }
    young.keys.set(value, key);
    const known = young.values.get(key.keyId);
    if (known === undefined) young.values.set(key.keyId, value);
    else if (known instanceof Set) known.add(value);
    else if (known !== value) young.values.set(key.keyId, new Set([known, value]));
  };
  const forget = (keyId: string) => {
    for (const { keys, values } of [young, old]) {
      const known = values.get(keyId);
      if (known === undefined) continue;
      if (known instanceof Set) for (const value of known) keys.delete(value);
      else keys.delete(known);
      values.delete(keyId);
    }
  };

  return {
    get: (value: string) => {
      const key = young.keys.get(value);
      if (key !== undefined) return key;
      const older = old.keys.get(value);
      if (older !== undefined) place(value, older);
      return older;
    },
    set: place,
    forget,
    clear: () => {
      young = emptyGeneration();
      old = emptyGeneration();
    },
    size: () => young.keys.size + old.keys.size,
  };
};

const openOtherValues = () => {
  let young = new Map<string, RevokedKey | UnknownKey>();
  let old = new Map<string, RevokedKey | UnknownKey>();
  return {
    get: (value: string) => young.get(value) ?? old.get(value),
    set: (value: string, found: RevokedKey | UnknownKey) => {
      if (young.size >= otherValues) {
        old = young;
        young = new Map();
      }
      young.set(value, found);
    },
    clear: () => {
      young = new Map();
      old = new Map();
    },
    size: () => young.size + old.size,
  };
};

export const openKeyCache = () => {
  const active = openActiveKeys();
  const others = openOtherValues();
  return {
    get: (value: string): CacheableKey | undefined => active.get(value) ?? others.get(value),
    set: (value: string, found: CacheableKey) =>
      found.kind === 'active' ? active.set(value, found) : others.set(value, found),
    forget: active.forget,
    clear: () => {
      active.clear();
      others.clear();
    },
    size: () => active.size() + others.size(),
  };
};
