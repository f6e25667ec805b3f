// The limits of one process. Buckets belong to the limiter, not to the cache of keys: a key that was renamed or pushed out
// of the cache comes back to the same bucket.

// A bucket holds one second's worth of requests and fills at the key's limit. At most limit × (seconds + 1) pass in any
// window; a counter per second would let twice the limit pass around the turn of a second.
// Everything is a whole number of micro-requests and microseconds, so nothing is rounded.
export const second = 1_000_000;

// Microseconds since the process began: this clock is never set back.
export const microseconds = () => Math.floor(performance.now() * 1000);

export type Bucket = { level: number; at: number; generation: number };

const takeToken = (bucket: Bucket, limit: number, now: number): number => {
  const elapsed = Math.min(now - bucket.at, second);
  if (elapsed > 0) bucket.level += elapsed * limit;
  bucket.at = now;
  // Also when the limit was lowered: the new one holds at once.
  if (bucket.level > limit * second) bucket.level = limit * second;
  if (bucket.level < second) return -Math.ceil((second - bucket.level) / limit);
  bucket.level -= second;
  return Math.floor(bucket.level / second);
};

export type LimitedKey = {
  readonly keyId: string;
  readonly rateLimit: number;
  bucket: Bucket;
  // Until then a limiter that is shared by processes refuses every request.
  spentUntil: number;
};

// Returns how many more requests may pass; a negative result refuses this one for so many microseconds.
// `now` is in microseconds and never runs backwards.
type Take<Left> = (key: LimitedKey, now: number) => Left;
export type Limiter<Left = number | Promise<number>> = {
  take: Take<Left>;
  // Whether the shared counter does not answer, so that this process counts for itself.
  isAway: () => boolean;
  close: () => void;
};

// The time runs from before the question was sent, so it ends too early rather than too late. Only the flow into the bucket
// fills it, and a key whose limit was changed is read anew.
export const rememberSpent =
  (ask: Take<Promise<number>>): Limiter['take'] =>
  (key, now) => {
    if (now < key.spentUntil) return now - key.spentUntil;
    return ask(key, now).then((left) => {
      if (left < 0) key.spentUntil = Math.max(key.spentUntil, now - left);
      return left;
    });
  };

export const noBucket: Bucket = { level: 0, at: 0, generation: -1 };

// A bucket that was not used for a whole generation is full again and can be forgotten.
const generationLength = 2 * second;

export const openMemoryLimiter = (): Limiter<number> => {
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
    isAway: () => false,
    close: () => {},
  };
};
