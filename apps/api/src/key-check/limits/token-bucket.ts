// A bucket holds one second's worth of requests and fills at the key's limit. Whatever the moment, at most its content
// and what flows in can pass: limit × (seconds + 1) over any window. A counter per second would let twice the limit pass
// around the turn of a second. Everything is a whole number of micro-requests and microseconds, so nothing is rounded.
export const second = 1_000_000;

export type Bucket = { level: number; at: number; generation: number };

// How many more may pass now; below zero this one may not, for so many microseconds.
export const takeToken = (bucket: Bucket, limit: number, now: number): number => {
  const elapsed = Math.min(now - bucket.at, second);
  if (elapsed > 0) bucket.level += elapsed * limit;
  bucket.at = now;
  // Also when the limit was lowered: the new one holds at once.
  if (bucket.level > limit * second) bucket.level = limit * second;
  if (bucket.level < second) return -Math.ceil((second - bucket.level) / limit);
  bucket.level -= second;
  return Math.floor(bucket.level / second);
};
