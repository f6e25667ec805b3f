// With KEY_CHECK_GRACE_SECONDS, keys that a process knew to be good pass while PostgreSQL is away.
import { createKey, deleteKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { keyCheckPath, keyHeaders } from '@ballast/contract/keys/key-check';
import { freePort } from '@ballast/harness/free-port';
import { openPortals } from '@ballast/harness/portals';
import { type Postgres, startPostgres } from '@ballast/harness/postgres';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../../testing/databases/database.ts';
import { operatorOn } from '../../testing/operator.ts';
import { readMetrics } from '../../testing/read-metrics.ts';

const metricsToken = 'a-token-of-the-scraper';

describe.runIf(onPostgres())('a grace period while the database is away', () => {
  let postgres: Postgres;
  let portals: Awaited<ReturnType<typeof openPortals>>;
  let without: Awaited<ReturnType<typeof portals.start>>;
  let graced: typeof without;
  let soonOver: typeof without;
  let checks: string;
  let developer: Awaited<ReturnType<typeof portals.developer>>;

  beforeAll(async () => {
    postgres = await startPostgres();
    portals = await openPortals({ DATABASE_URL: postgres.url, METRICS_TOKEN: metricsToken });
    const keyCheckPort = String(await freePort());
    checks = `http://127.0.0.1:${keyCheckPort}`;
    without = await portals.start();
    graced = await portals.start({ KEY_CHECK_GRACE_SECONDS: '3600', KEY_CHECK_PORT: keyCheckPort });
    soonOver = await portals.start({ KEY_CHECK_GRACE_SECONDS: '1' });
    developer = await portals.developer(without);
  });
  afterAll(async () => {
    await portals?.stop();
    await postgres?.remove();
  });

  const newKey = (name: string, owner = developer) =>
    owner.at(without.url)(createKey, { body: { name, environment: 'SANDBOX' } });
  const limitTo = async (id: string, rateLimit: number) => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query('update api_keys set rate_limit = $1 where id = $2', [rateLimit, id]);
    await client.end();
  };
  const check = async (url: string, key: string) => {
    const answer = await fetch(`${url}${keyCheckPath}`, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, stale: answer.headers.get(keyHeaders.stale) };
  };
  const everywhere = () => [without.url, graced.url, soonOver.url, checks];
  const isSaid = (url: string, key: string, status: number) =>
    waitFor(`a key to be ${status} at ${url}`, async () =>
      expect((await check(url, key)).status).toBe(status),
    );

  test('a known key passes and is marked; one that was ended, rotated, suspended or never seen does not; limits hold', async () => {
    const [good, ended, rotated, limited, unseen] = await Promise.all(
      ['good', 'ended', 'rotated', 'limited', 'unseen'].map((name) => newKey(name)),
    );
    if (!good || !ended || !rotated || !limited || !unseen) throw new Error('a key is missing');
    const other = await portals.developer(without);
    const suspended = await newKey('suspended', other);
    for (const { id } of [good, suspended, ended, rotated, unseen]) await limitTo(id, 1000);
    await limitTo(limited.id, 1);
    for (const url of everywhere())
      for (const { key } of [good, ended, rotated, suspended]) {
        await isSaid(url, key, 200);
        expect(await check(url, key)).toEqual({ status: 200, stale: null });
      }
    for (const url of [graced.url, checks]) await isSaid(url, limited.key, 200);
    // These happen at another process, and are heard here.
    const call = developer.at(without.url);
    await call(deleteKey, { params: { id: ended.id } });
    await call(rotateKey, { params: { id: rotated.id } });
    await operatorOn(portals.dataDir)('users', 'suspend', other.email, '--reason', 'abuse');
    for (const url of everywhere()) {
      for (const { key } of [ended, rotated]) await isSaid(url, key, 401);
      await isSaid(url, suspended.key, 403);
    }
    for (const url of everywhere()) await isSaid(url, good.key, 200);

    // A load balancer asks one process of several now and then, so these may not have been asked yet.
    await postgres.stop();
    await isSaid(without.url, good.key, 503);
    await isSaid(soonOver.url, good.key, 503);
    for (const url of [graced.url, checks]) {
      await waitFor(`a stale answer of ${url}`, async () =>
        expect(await check(url, good.key)).toEqual({ status: 200, stale: expect.stringMatching(/^\d+$/) }),
      );
      for (const { key } of [ended, rotated, suspended, unseen])
        expect(await check(url, key)).toEqual({ status: 503, stale: null });
      await isSaid(url, limited.key, 429);
    }
    for (const url of [graced.url, checks]) expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect((await fetch(`${without.url}/ready`)).status).toBe(503);

    await postgres.start();
    for (const url of everywhere())
      await waitFor(`${url} to be certain again`, async () =>
        expect(await check(url, good.key)).toEqual({ status: 200, stale: null }),
      );
    const { value } = await readMetrics(graced.url, metricsToken);
    expect(value('ballast_key_checks_stale_total')).toBeGreaterThan(0);
  });
});
