// The limits of one process. Buckets belong to the limiter, not to the cache of keys: a key that was renamed or pushed out
// of the cache comes back to the same bucket.
import { type Bucket, second, takeToken } from './token-bucket.ts';

export type LimitedKey = {
  readonly keyId: string;
  readonly rateLimit: number;
  bucket: Bucket;
  // Until then whoever counts for many processes lets nothing pass.
  spentUntil: number;
};

export type Limiter = {
  // How many more may pass now; below zero this one may not, for so many microseconds. `now` is in microseconds and never runs
  // backwards.
  take: (key: LimitedKey, now: number) => number | Promise<number>;
  close: () => void;
};
export type MemoryLimiter = Omit<Limiter, 'take'> & { take: (key: LimitedKey, now: number) => number };

export const noBucket: Bucket = { level: 0, at: 0, generation: -1 };

// A bucket that nobody touched for a whole generation is full again and can be forgotten.
const generationLength = 2 * second;

export const openMemoryLimiter = (): MemoryLimiter => {
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();
  let generation = 0;
  let endsAt = 0;

  const beginGeneration = (now: number) => {
    old = young;
    young = new Map();
    generation += 1;
    endsAt = now + generationLength;
  };

  const bucketOf = ({ keyId, rateLimit }: LimitedKey, now: number): Bucket => {
    const known = young.get(keyId);
    if (known) return known;
    const bucket = old.get(keyId) ?? { level: rateLimit * second, at: now, generation };
    bucket.generation = generation;
    young.set(keyId, bucket);
    return bucket;
  };

  return {
    take: (key, now) => {
      if (now >= endsAt) beginGeneration(now);
      if (key.bucket.generation !== generation) key.bucket = bucketOf(key, now);
      return takeToken(key.bucket, key.rateLimit, now);
    },
    close: () => {},
  };
};
