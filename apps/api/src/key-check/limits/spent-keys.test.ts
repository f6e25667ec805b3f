// A limit that is spent is refused without asking Redis again. The portal's clock moves only when the test moves it.
import { createKey } from '@ballast/contract/keys/api-keys';
import { startRedis } from '@ballast/harness/redis';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { apiKeys } from '../tables.ts';
import { noBucket, rememberSpent } from './memory-limiter.ts';

let server: Awaited<ReturnType<typeof startRedis>>;
let redis: Redis;
let app: TestApp;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  // A busy machine must not look like a Redis that hangs.
  app = await startTestApp({ env: { REDIS_URL: server.url, TIMEOUTS_MS: 'redis=60000' } });
});
afterAll(async () => {
  redis?.disconnect();
  await app?.stop();
  await server?.stop();
});

// How often Redis was asked for a bucket.
const countAsked = async () => {
  const stats = await redis.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)].map(([, count]) => Number(count));
  return calls.reduce((sum, count) => sum + count, 0);
};

const setLimit = async (id: string, rateLimit: number) => {
  await app.database.db.update(apiKeys).set({ rateLimit }).where(eq(apiKeys.id, id));
  app.deps.keyCheck.forget(id);
};

test('until the next request may pass Redis is not asked; then it is, and when the limit is changed', async () => {
  const owner = await app.verifiedUser();
  const { id, key } = await owner.call(createKey, { body: { name: 'spent', environment: 'SANDBOX' } });
  await setLimit(id, 1);
  const check = async () =>
    (await fetch(`${app.url}/v1/key-check`, { headers: { authorization: `Bearer ${key}` } })).status;

  // Until there is a connection the portal counts for itself.
  await waitFor('Redis to be asked', async () => {
    app.skipSeconds(1);
    expect(await check()).toBe(200);
    expect(await countAsked()).toBeGreaterThan(0);
  });
  // The word that the limit was changed may come once more, a moment later.
  const questions = await waitFor('refusals about which nobody asked', async () => {
    expect(await check()).toBe(429);
    const before = await countAsked();
    for (let i = 0; i < 30; i += 1) expect(await check()).toBe(429);
    expect(await countAsked()).toBe(before);
    return before;
  });

  // A second later one may pass, by the clock of this portal and, in a moment, by that of Redis.
  app.skipSeconds(1);
  await waitFor('a request to pass', async () => {
    app.skipSeconds(1);
    expect(await check()).toBe(200);
  });
  const askedAgain = await countAsked();
  expect(askedAgain).toBeGreaterThan(questions);

  await waitFor('the limit to be spent again', async () => expect(await check()).toBe(429));
  await setLimit(id, 1000);
  const before = await countAsked();
  await waitFor('the new limit to hold', async () => expect(await check()).toBe(200));
  expect(await countAsked()).toBeGreaterThan(before);
});

test('of two answers that come at once the later end counts, in whichever order they come', async () => {
  for (const waits of [
    [500, 100],
    [100, 500],
  ]) {
    const key = { keyId: crypto.randomUUID(), rateLimit: 1, bucket: noBucket, spentUntil: 0 };
    let questions = 0;
    const take = rememberSpent(async () => {
      const wait = waits[questions] ?? 0;
      questions += 1;
      return -wait;
    });
    await Promise.all([take(key, 1000), take(key, 1000)]);
    expect(await take(key, 1400)).toBe(-100);
    expect(questions).toBe(2);
    await take(key, 1500);
    expect(questions).toBe(3);
  }
});
