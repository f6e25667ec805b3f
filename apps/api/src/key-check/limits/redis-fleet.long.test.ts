// Limits over two processes while a primary of their Redis is killed: of a cluster of six, and of one that sentinels watch.
import { createKey } from '@ballast/contract/keys/api-keys';
import { startRedisCluster, startRedisSentinels } from '@ballast/harness/redis-fleet';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { portalProcesses } from '../../../testing/portal-processes.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';

const timesAway = ({ output }: { output: { stdout: string } }) =>
  output.stdout.split('Redis is away: each process limits keys by itself').length - 1;

const token = 'metrics-of-the-tests';
const limit = 20;
const manyKeys = 24;

describe.runIf(onPostgres()).each([
  ['a cluster of six', startRedisCluster],
  ['a primary with sentinels', startRedisSentinels],
])('Redis as %s', (_, startFleet) => {
  test('limits are exact, go on when a primary is killed, and are exact again by themselves', async () => {
    const database = await databaseVariables();
    const redis = await startFleet();
    const portals = await portalProcesses({
      ...database,
      REDIS_URL: redis.url,
      // A busy machine must not look like a Redis that hangs; one that is killed is noticed at once.
      TIMEOUTS_MS: 'redis=5000',
      METRICS_TOKEN: token,
    });
    const servers = [await portals.start(), await portals.start()];
    const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]];
    const { call } = await portals.developer(first);
    const client = new pg.Client({ connectionString: database.DATABASE_URL ?? '' });
    await client.connect();
    const newKey = async (name: string, rateLimit: number) => {
      const { id, key } = await call(createKey, { body: { name, environment: 'SANDBOX' } });
      await client.query('update api_keys set rate_limit = $1 where id = $2', [rateLimit, id]);
      return key;
    };
    const statusAt = async (url: string, key: string) =>
      (await fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${key}` } })).status;

    const isAway = async () => {
      const found = await Promise.all(servers.map(({ url }) => readMetrics(url, token)));
      return found.map(({ value }) => value('ballast_key_limiter_fallback'));
    };
    // A key that is new has its whole limit, and no more than that and what flows in may pass at both together.
    let exactKeys = 0;
    const whenExact = () =>
      waitFor('limits to be exact over both', async () => {
        expect(await isAway()).toEqual([0, 0]);
        exactKeys += 1;
        const key = await newKey(`exact ${exactKeys}`, limit);
        const began = performance.now();
        const requests = Array.from({ length: 4 * limit }, (_, n) =>
          statusAt(servers[n % 2]?.url ?? '', key),
        );
        const passed = (await Promise.all(requests)).filter((status) => status === 200).length;
        const seconds = (performance.now() - began) / 1000;
        expect(passed).toBeGreaterThanOrEqual(limit);
        expect(passed).toBeLessThanOrEqual(limit * (seconds + 1));
        expect(await isAway()).toEqual([0, 0]);
      });
    await whenExact();

    // Their buckets are spread over all parts of a cluster.
    const keys = await Promise.all(Array.from({ length: manyKeys }, (_, n) => newKey(`many ${n}`, 1000)));
    const statuses = new Map<number, number>();
    let asking = true;
    const keepAsking = async (url: string) => {
      for (let n = 0; asking; n += 1) {
        const status = await statusAt(url, keys[n % manyKeys] ?? '');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const traffic = [first, first, second, second].map(({ url }) => keepAsking(url));
    await waitFor('traffic', () => expect(statuses.get(200)).toBeGreaterThan(50));
    const before = servers.map(timesAway);
    await redis.killPrimary();
    await waitFor('both to count for themselves', () => {
      for (const [index, server] of servers.entries())
        expect(timesAway(server)).toBeGreaterThan(before[index] ?? 0);
    });
    await redis.whenWhole();
    await waitFor('both to share again', async () => expect(await isAway()).toEqual([0, 0]));
    asking = false;
    await Promise.all(traffic);
    // Nobody was refused because of Redis.
    expect([...statuses.keys()]).toEqual([200]);
    await whenExact();

    await client.end();
    await portals.stop();
    await redis.stop();
  });
});
