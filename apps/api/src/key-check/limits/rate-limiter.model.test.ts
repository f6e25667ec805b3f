// The limiter against a model, with a clock that the test moves: in memory and in Redis.

import { startRedis } from '@ballast/harness/redis';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { howOften } from '../../../testing/databases/database.ts';
import { type LimitedKey, noBucket, openMemoryLimiter, second } from './memory-limiter.ts';
import { openBucketScript } from './redis-limiter.ts';

type Take = (limit: number, now: number) => number | Promise<number>;

const inMemory = (): Take => {
  const limiter = openMemoryLimiter();
  let key: LimitedKey = { keyId: 'key', rateLimit: 0, bucket: noBucket, spentUntil: 0 };
  return (limit, now) => {
    // Another object with every change, as when a key is read again from the database.
    if (limit !== key.rateLimit) key = { keyId: 'key', rateLimit: limit, bucket: noBucket, spentUntil: 0 };
    return limiter.take(key, now);
  };
};

// Not the portal's connection, which gives up on an answer after a moment: here every answer counts.
let redis: Redis;
let server: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url, { enableAutoPipelining: true });
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});

const inRedis = (): Take => {
  const take = openBucketScript(redis);
  const keyId = crypto.randomUUID();
  return (limit, now) => take(keyId, limit, now);
};

const limits = fc.oneof(fc.constantFrom(1, 2, 3, 7, 1000), fc.integer({ min: 1, max: 1000 }));
// Around the moments that matter: the same instant, one request's time, a whole second, a long pause.
const pauses = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 300_000, max: 350_000 }),
  fc.constantFrom(second - 1, second, second + 1, 2 * second, 7 * second),
);
const requests = fc.array(fc.record({ pause: pauses, burst: fc.integer({ min: 1, max: 12 }) }), {
  minLength: 1,
  maxLength: 25,
});
const beginning = 1_794_710_089_981_123;

// The same rule written otherwise: by when a request may come at the earliest, as exact fractions of a microsecond.
const openModel = (limit: number) => {
  const scale = BigInt(limit);
  const step = BigInt(second);
  let dueAt: bigint | null = null;
  return (now: number) => {
    const at = BigInt(now) * scale;
    const due = dueAt === null || dueAt < at ? at : dueAt;
    if (due - at > step * scale - step) return false;
    dueAt = due + step;
    return true;
  };
};

const expectBound = (passed: number[], limit: number) => {
  for (let i = 0; i < passed.length; i += 1) {
    for (let j = i; j < passed.length; j += 1) {
      const micros = (passed[j] as number) - (passed[i] as number);
      expect((j - i + 1) * second).toBeLessThanOrEqual(limit * (micros + second));
    }
  }
};

describe.each([
  ['memory', inMemory, howOften({ usual: 300, all: 3000 })],
  ['Redis', inRedis, howOften({ usual: 60, all: 300 })],
] as const)('limits in %s', (_, open, numRuns) => {
  test('pass exactly what the rule lets pass, and never more than limit × (seconds + 1)', async () => {
    await fc.assert(
      fc.asyncProperty(limits, requests, async (limit, steps) => {
        const take = open();
        const model = openModel(limit);
        const passed: number[] = [];
        let now = beginning;
        for (const { pause, burst } of steps) {
          now += pause;
          for (let i = 0; i < burst; i += 1) {
            const left = await take(limit, now);
            expect(left >= 0).toBe(model(now));
            if (left >= 0) passed.push(now);
          }
        }
        expectBound(passed, limit);
      }),
      { numRuns },
    );
  });

  test('a changed limit holds at once, up and down', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(limits, requests), { maxLength: 4 }), async (stretches) => {
        const take = open();
        let now = beginning;
        for (const [limit, steps] of stretches) {
          const passed: number[] = [];
          for (const { pause, burst } of steps) {
            now += pause;
            for (let i = 0; i < burst; i += 1) if ((await take(limit, now)) >= 0) passed.push(now);
          }
          expectBound(passed, limit);
          // After a second of rest the whole limit is there, and no more.
          now += second;
          if (limit > 20) continue;
          let free = 0;
          while ((await take(limit, now)) >= 0) free += 1;
          expect(free).toBe(limit);
        }
      }),
      { numRuns: numRuns / 3 },
    );
  });
});
