// A portal behind PgBouncer in session mode, as docs/operations.md sets it up. It runs where PgBouncer is installed.
import { createKey, deleteKey, listKeys } from '@ballast/contract/keys/api-keys';
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { signInDeveloper } from '@ballast/harness/developer';
import { openPortals } from '@ballast/harness/portals';
import { type Postgres, startPostgres } from '@ballast/harness/postgres';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';
import { hasPgBouncer, startPgBouncer } from '../../../testing/servers/pgbouncer.ts';

const METRICS_TOKEN = 'a-token-of-the-scraper';

describe.runIf(onPostgres() && hasPgBouncer())('a portal behind PgBouncer', () => {
  let postgres: Postgres;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let portals: Awaited<ReturnType<typeof openPortals>>;
  // Migrations go to PostgreSQL itself.
  let direct: Awaited<ReturnType<typeof portals.start>>;
  let pooled: typeof direct;
  let developer: Awaited<ReturnType<typeof portals.developer>>;

  beforeAll(async () => {
    postgres = await startPostgres();
    pooler = await startPgBouncer(postgres.url);
    portals = await openPortals({ METRICS_TOKEN, DATABASE_URL: postgres.url });
    direct = await portals.start();
    pooled = await portals.start({ DATABASE_URL: pooler.url });
    developer = await portals.developer(pooled);
  });
  afterAll(async () => {
    await portals?.stop();
    await pooler?.stop();
    await postgres?.remove();
  });

  const newKey = (name: string) =>
    developer.at(pooled.url)(createKey, { body: { name, environment: 'SANDBOX' } });
  const check = async (key: string) =>
    (await fetch(`${pooled.url}${keyCheckPath}`, { headers: { authorization: `Bearer ${key}` } })).status;
  const isSaid = (key: string, status: number) =>
    waitFor(`the key to be ${status}`, async () => expect(await check(key)).toBe(status));
  const isListening = () =>
    waitFor('changes to be heard', async () => {
      const { value } = await readMetrics(pooled.url, METRICS_TOKEN);
      expect(value('ballast_key_listener_up')).toBe(1);
    });
  const isRevocationHeard = async (name: string) => {
    const { id, key } = await newKey(name);
    await isSaid(key, 200);
    await developer.at(direct.url)(deleteKey, { params: { id } });
    await isSaid(key, 401);
  };

  test('people sign up and sign in, keys are made and checked, and a revocation elsewhere is heard', async () => {
    expect((await fetch(`${pooled.url}/ready`)).status).toBe(200);
    await signInDeveloper(pooled.url, developer.email);
    await isListening();
    await isRevocationHeard('first');
    expect(await developer.at(pooled.url)(listKeys, { query: {} })).toEqual([]);
  });

  test('after a restart of the pooler the portal is back by itself, and hears of changes', async () => {
    const { key } = await newKey('stays');
    await pooler.restart();
    await waitFor('the portal to be ready', async () =>
      expect((await fetch(`${pooled.url}/ready`)).status).toBe(200),
    );
    await isSaid(key, 200);
    await isListening();
    await isRevocationHeard('second');
  });
});
