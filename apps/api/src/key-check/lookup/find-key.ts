// Finds the key of a presented value: in the cache while that can be trusted, otherwise in the database.
import { isKeySecret } from '../key-secret.ts';
import { type ActiveKey, type CacheableKey, type FoundKey, openKeyCache, unknownKey } from './key-cache.ts';

// The result is null when the database is away.
type ReadKey = (value: string) => Promise<FoundKey | null>;

type Lookup = { changes: number; found: Promise<FoundKey | null> };

const isCacheable = (key: FoundKey): key is CacheableKey =>
  key.kind !== 'suspended' && (key.kind !== 'revoked' || !key.rests);

const knownWithin = (graceMs: number, key: CacheableKey | undefined) => {
  if (key?.kind !== 'active') return null;
  const agoMs = performance.now() - key.knownAt;
  return agoMs < graceMs ? { key, seconds: Math.floor(agoMs / 1000) } : null;
};

// With a grace period, keys that were known to be good within it are remembered for when the database is away.
export const openKeyFinder = (read: ReadKey, isTrusted: () => boolean, graceMs = 0) => {
  const cache = openKeyCache();
  const lookups = new Map<string, Lookup>();
  // How often a key changed. A look-up that saw another number may have read what was true before.
  let changes = 0;
  const counts = { hits: 0, lookups: 0 };

  const countedRead = (value: string) => {
    counts.lookups += 1;
    return read(value);
  };

  // Without change notices a cached key is good for the grace period only. It is dropped before the cache is trusted again.
  const mayKeep = (key: CacheableKey) => isTrusted() || (graceMs > 0 && key.kind === 'active');

  const forget = (keyId: string) => {
    changes += 1;
    cache.forget(keyId);
  };

  // The notice that the key ended was lost. A slower read that began before must not be cached either.
  const endGrace = (value: string, found: Exclude<FoundKey, ActiveKey>) => {
    if (graceMs === 0 || isTrusted()) return;
    if (found.kind !== 'unknown') return forget(found.counter.keyId);
    const known = cache.get(value);
    if (known?.kind === 'active') forget(known.keyId);
  };

  const readAndKeep = async (value: string) => {
    const began = changes;
    const askedAt = performance.now();
    const key = await countedRead(value);
    if (key?.kind === 'active') key.knownAt = askedAt;
    if (key && isCacheable(key) && began === changes && mayKeep(key)) cache.set(value, key);
    if (key && key.kind !== 'active') endGrace(value, key);
    return key;
  };

  const lookUp = (value: string): Promise<FoundKey | null> => {
    // While changes are not heard, a look-up that is under way may already be out of date.
    if (!isTrusted()) return readAndKeep(value);
    const pending = lookups.get(value);
    if (pending?.changes === changes) return pending.found;

    const found = readAndKeep(value).finally(() => {
      if (lookups.get(value)?.found === found) lookups.delete(value);
    });
    lookups.set(value, { changes, found });
    return found;
  };

  return {
    find: (value: string): FoundKey | Promise<FoundKey | null> => {
      const known = isTrusted() ? cache.get(value) : undefined;
      if (known) {
        counts.hits += 1;
        if (graceMs > 0 && known.kind === 'active') known.knownAt = performance.now();
        return known;
      }
      return isKeySecret(value) ? lookUp(value) : unknownKey;
    },
    // While the database is away: a key of which no change was heard since it was known to be good.
    findKnown: (value: string) => knownWithin(graceMs, cache.get(value)),
    forget,
    forgetAll: () => {
      changes += 1;
      cache.clear();
    },
    counts: () => ({ ...counts, cached: cache.size() }),
  };
};
