// Finds the key of a presented value: in the cache while that can be trusted, otherwise in the database.
import { isKeySecret } from '../key-secret.ts';
import { type CacheableKey, type FoundKey, openKeyCache, unknownKey } from './key-cache.ts';

// The result is null when the database is away.
type ReadKey = (value: string) => Promise<FoundKey | null>;

type Lookup = { changes: number; found: Promise<FoundKey | null> };

const isCacheable = (key: FoundKey): key is CacheableKey =>
  key.kind !== 'suspended' && (key.kind !== 'revoked' || !key.rests);

export const openKeyFinder = (read: ReadKey, isTrusted: () => boolean) => {
  const cache = openKeyCache();
  const lookups = new Map<string, Lookup>();
  // How often a key changed. A look-up that saw another number may have read what was true before.
  let changes = 0;
  const counts = { hits: 0, lookups: 0 };

  const countedRead = (value: string) => {
    counts.lookups += 1;
    return read(value);
  };

  const lookUp = (value: string): Promise<FoundKey | null> => {
    // While changes are not heard, a look-up that is under way may already be out of date.
    if (!isTrusted()) return countedRead(value);
    const pending = lookups.get(value);
    if (pending?.changes === changes) return pending.found;

    const began = changes;
    const found = countedRead(value).then((key) => {
      if (lookups.get(value)?.found === found) lookups.delete(value);
      if (key && isCacheable(key) && began === changes && isTrusted()) cache.set(value, key);
      return key;
    });
    lookups.set(value, { changes, found });
    return found;
  };

  return {
    find: (value: string): FoundKey | Promise<FoundKey | null> => {
      const known = isTrusted() ? cache.get(value) : undefined;
      if (known) {
        counts.hits += 1;
        return known;
      }
      return isKeySecret(value) ? lookUp(value) : unknownKey;
    },
    forget: (keyId: string) => {
      changes += 1;
      cache.forget(keyId);
    },
    forgetAll: () => {
      changes += 1;
      cache.clear();
    },
    counts: () => ({ ...counts, cached: cache.size() }),
  };
};
