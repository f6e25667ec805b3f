// A primary of Redis is killed while two processes check keys: nobody may be refused because of it, and limits become exact again.
import { createKey } from '@ballast/contract/keys/api-keys';
import { openPortals } from '@ballast/harness/portals';
import { startPostgres } from '@ballast/harness/postgres';
import { type RedisFleet, startRedisCluster, startRedisSentinels } from '@ballast/harness/redis-fleet';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { readMetrics } from '../read-metrics.ts';
import { settings } from './portal-under-load.ts';
import type { FailOver } from './report.ts';

const token = 'metrics-of-the-faults';
const limit = 20;
const manyKeys = 24;
const warmUpChecks = 200;

const openStage = async (redis: RedisFleet) => {
  const postgres = await startPostgres({ max_connections: '150' });
  const portals = await openPortals({
    ...settings,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    // A busy machine must not look like a Redis that hangs; one that is killed is noticed at once.
    TIMEOUTS_MS: 'redis=5000',
    METRICS_TOKEN: token,
  });
  const [first, second] = [await portals.start(), await portals.start()];
  const urls = [first.url, second.url];
  const { call } = await portals.developer(first);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  let made = 0;
  const newKey = async (rateLimit: number) => {
    made += 1;
    const { id, key } = await call(createKey, { body: { name: `key ${made}`, environment: 'SANDBOX' } });
    await client.query('update api_keys set rate_limit = $1 where id = $2', [rateLimit, id]);
    return key;
  };
  const statusAt = async (turn: number, key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${urls[turn % 2]}/v1/key-check`, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status ?? 0;
  };
  const stop = async () => {
    await client.end();
    await portals.stop();
    await postgres.remove();
  };
  return { urls, newKey, statusAt, stop };
};

type Stage = Awaited<ReturnType<typeof openStage>>;

const isShared = async ({ urls }: Stage) => {
  const found = await Promise.all(urls.map((url) => readMetrics(url, token)));
  return found.every(({ value }) => value('ballast_key_limiter_fallback') === 0);
};

// A new key has its whole limit, and no more than that and what flows in may pass at both together.
const whenExact = (stage: Stage) =>
  waitFor('limits to be exact over both', async () => {
    if (!(await isShared(stage))) throw new Error('each counts for itself');
    const key = await stage.newKey(limit);
    const began = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 4 * limit }, (_, turn) => stage.statusAt(turn, key)),
    );
    const passed = statuses.filter((status) => status === 200).length;
    const seconds = (performance.now() - began) / 1000;
    if (passed < limit || passed > limit * (seconds + 1)) throw new Error(`${passed} passed`);
    if (!(await isShared(stage))) throw new Error('each counts for itself');
  });

const failOnce = async (startFleet: () => Promise<RedisFleet>, sum: FailOver) => {
  const redis = await startFleet();
  const stage = await openStage(redis);
  await whenExact(stage);
  // Their buckets are spread over all parts of a cluster. The last one is asked more often than its limit allows.
  const keys: string[] = [];
  while (keys.length < manyKeys) keys.push(await stage.newKey(1000));
  const limited = await stage.newKey(1);
  let asking = true;
  const before = sum.requests;
  const keepAsking = async (first: number) => {
    for (let turn = first; asking; turn += 1) {
      const key = turn % 5 ? (keys[turn % manyKeys] ?? '') : limited;
      const status = await stage.statusAt(first, key);
      sum.requests += 1;
      if (status === 200) sum.allowed += 1;
      else if (status === 429 && key === limited) sum.refused += 1;
      else sum.wrong += 1;
    }
  };
  const traffic = [0, 1, 2, 3].map(keepAsking);
  await waitFor('traffic', () => {
    if (sum.requests - before < warmUpChecks) throw new Error('there is little');
  });
  const killed = performance.now();
  await redis.killPrimary();
  await redis.whenWhole();
  await whenExact(stage);
  sum.exactMs.push(performance.now() - killed);
  asking = false;
  await Promise.all(traffic);
  await stage.stop();
  await redis.stop();
};

const failOver = async (fault: string, rounds: number, startFleet: () => Promise<RedisFleet>) => {
  const sum: FailOver = { fault, rounds, requests: 0, allowed: 0, refused: 0, wrong: 0, exactMs: [] };
  // A fleet fails over once.
  for (let round = 0; round < rounds; round += 1) await failOnce(startFleet, sum);
  return sum;
};

export const failOverSentinels = (rounds: number) =>
  failOver('Redis killed, its sentinels choose another', rounds, startRedisSentinels);
export const failOverCluster = (rounds: number) =>
  failOver('one of three primaries of a Redis cluster killed', rounds, startRedisCluster);
