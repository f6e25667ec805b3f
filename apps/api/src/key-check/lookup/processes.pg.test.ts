// The key check over three processes, on a PostgreSQL and a Redis that come and go.

import { logIn } from '@ballast/contract/auth/auth';
import { deleteAccount, keepAccount } from '@ballast/contract/auth/leaving';
import { createClient } from '@ballast/contract/http/client';
import * as contract from '@ballast/contract/keys/api-keys';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { startPostgres } from '@ballast/harness/postgres';
import { startRedis } from '@ballast/harness/redis';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { portalProcesses } from '../../../testing/portal-processes.ts';
import { failureOf } from '../../../testing/test-app.ts';
import { readDevMailbox } from '../../email/drivers/dev-mailbox.ts';

type Portals = Awaited<ReturnType<typeof portalProcesses>>;
type Server = Awaited<ReturnType<Portals['start']>>;

const metricsToken = 'metrics-of-the-tests';
type Sent = { began: number; ended: number };

describe.runIf(onPostgres())('three processes', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let portals: Portals;
  let servers: Server[];
  let developer: Awaited<ReturnType<Portals['developer']>>;

  const server = (index: number) => servers[index] as Server;
  const callAt = (index: number) => developer.at(server(index).url);
  const statusAt = async ({ url }: Server, value: string) =>
    (await fetch(`${url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } })).status;
  const everywhere = (value: string) => Promise.all(servers.map((each) => statusAt(each, value)));

  const guessAt = async ({ url }: Server, email: string) => {
    const call = createClient({ portalUrl: url });
    return (await failureOf(call(logIn, { body: { email, password: 'Wrong-pass1!' } }))).status;
  };

  const metricAt = async ({ url }: Server, name: string) => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const whenMetric = (name: string, value: number) =>
    waitFor(`${name} to be ${value} everywhere`, async () => {
      for (const each of servers) expect(await metricAt(each, name)).toBe(value);
    });
  const refusedEverywhere = (value: string) =>
    waitFor('a value to be refused by all processes', async () =>
      expect(await everywhere(value)).toEqual(servers.map(() => 401)),
    );

  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<Row>(text, values);
    await client.end();
    return rows;
  };

  let names = 0;
  const newKey = (rateLimit = 1000, call = callAt(0)) =>
    waitFor('a key to be created', async () => {
      names += 1;
      const body = { name: `key ${names}`, environment: 'SANDBOX' as const };
      const key = await call(contract.createKey, { body });
      await query('update api_keys set rate_limit = $1 where id = $2', [rateLimit, key.id]);
      return key;
    });

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    portals = await portalProcesses({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      // A busy machine must not look like a Redis that hangs, and one that hangs must not outlast the client's patience.
      TIMEOUTS_MS: 'redis=500',
      METRICS_TOKEN: metricsToken,
    });
    servers = await Promise.all([portals.start(), portals.start(), portals.start()]);
    developer = await portals.developer(server(0));
    await whenMetric('ballast_key_listener_up', 1);
  });
  afterAll(async () => {
    await portals?.stop();
    await redis?.stop();
    await postgres?.remove();
  });

  // Asks processes as fast as they answer until so many have passed, and gives when each was asked and answered.
  const hammer = async (value: string, count: number, targets = servers) => {
    const passed: Sent[] = [];
    const refused: Sent[] = [];
    const askFor = async (each: Server) => {
      while (passed.length < count) {
        const began = performance.now();
        const status = await statusAt(each, value);
        (status === 200 ? passed : refused).push({ began, ended: performance.now() });
      }
    };
    await Promise.all(targets.flatMap((each) => Array.from({ length: 3 }, () => askFor(each))));
    return { passed: passed.toSorted((a, b) => a.ended - b.ended), refused };
  };

  // A request was decided between its two times, so the longest time between two decisions bounds their window.
  const expectBound = (passed: Sent[], limit: number) => {
    for (let i = 0; i < passed.length; i += 1) {
      for (let j = i; j < passed.length; j += 1) {
        const first = Math.min(...passed.slice(i, j + 1).map(({ began }) => began));
        const seconds = ((passed[j]?.ended ?? 0) - first) / 1000;
        expect(j - i + 1).toBeLessThanOrEqual(Math.floor(limit * (seconds + 1)));
      }
    }
  };

  // From some request on as many had passed as the limit says, so there was nothing left to take.
  const wasRightlyRefused = ({ began, ended }: Sent, passed: Sent[], limit: number) =>
    passed.some((since) => {
      const seconds = Math.max(0, began - since.ended) / 1000;
      const between = passed.filter((other) => other.ended >= since.began && other.began <= ended);
      return between.length > limit * (seconds + 1) - 1;
    });

  test('together they let pass what the key’s limit says, in any window', async () => {
    const { key } = await newKey(20);
    const { passed, refused } = await hammer(key, 20 * 3);
    expect(passed.length).toBeGreaterThanOrEqual(20 * 2);
    expectBound(passed, 20);
    // Nobody who keeps asking is kept below the limit, either.
    for (const each of refused) expect(wasRightlyRefused(each, passed, 20)).toBe(true);
  });

  test('a rotation on one is a 401 on the others, a new limit and name are seen by all', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, key } = await newKey();
      expect(await everywhere(key)).toEqual([200, 200, 200]);
      const changed = round % 2 ? contract.rotateKey : contract.deleteKey;
      await callAt(round % 3)(changed, { params: { id } });
      expect(await statusAt(server(round % 3), key)).toBe(401);
      await refusedEverywhere(key);
    }
    const many = [await newKey(), await newKey(), await newKey()];
    for (const { key } of many) expect(await everywhere(key)).toEqual([200, 200, 200]);
    const ids = many.map((each, index) => (index ? each.id : each.id.toUpperCase()));
    await callAt(2)(contract.deleteKeys, { body: { ids } });
    for (const { key } of many) expect(await statusAt(server(2), key)).toBe(401);
    for (const { key } of many) await refusedEverywhere(key);
    const { id, key } = await newKey();
    await everywhere(key);
    await callAt(1)(contract.updateKey, { params: { id }, body: { name: 'renamed on another' } });
    await waitFor('the new name to be seen everywhere', async () => {
      const answers = servers.map(async ({ url }) => {
        const answer = await fetch(`${url}/v1/key-check`, { headers: { 'x-api-key': key } });
        return ((await answer.json()) as { name: string }).name;
      });
      expect(new Set(await Promise.all(answers))).toEqual(new Set(['renamed on another']));
    });
  });

  test('both values of a grace pass on all, and its end on one is a 401 on the others', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, key } = await newKey();
      const params = { id };
      const rotation = callAt(round)(contract.rotateKey, { params, body: { graceSeconds: 86400 } });
      const { key: current } = await rotation;
      await waitFor('both values to pass everywhere', async () => {
        for (const value of [key, current]) expect(await everywhere(value)).toEqual([200, 200, 200]);
      });
      const ending = (round + 1) % 3;
      await callAt(ending)(contract.endGrace, { params });
      expect(await statusAt(server(ending), key)).toBe(401);
      await refusedEverywhere(key);
      expect(await everywhere(current)).toEqual([200, 200, 200]);
    }
  });

  test('a restriction that is made or lifted on one holds on all, and a key expires on all', async () => {
    const { id, key } = await newKey();
    const change = (body: GivenRestrictions) => callAt(1)(contract.updateKey, { params: { id }, body });
    const statusEverywhere = (status: number) =>
      waitFor(`${status} from all processes`, async () =>
        expect(await everywhere(key)).toEqual(servers.map(() => status)),
      );
    expect(await everywhere(key)).toEqual([200, 200, 200]);
    for (const allowedNetworks of [['203.0.113.0/24'], null, ['2001:db8::/32'], ['127.0.0.1', '::1']]) {
      await change({ allowedNetworks });
      const isOpen = allowedNetworks === null || allowedNetworks.length > 1;
      expect(await statusAt(server(1), key)).toBe(isOpen ? 200 : 403);
      await statusEverywhere(isOpen ? 200 : 403);
    }
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    await waitFor('a time that is still ahead', () => change({ expiresAt: inSeconds(2) }));
    await statusEverywhere(401);
    await change({ expiresAt: inSeconds(3600) });
    await statusEverywhere(200);
  });

  test('keys of an account that is to be deleted are a 401 on all, and keeping it brings back those that were good', async () => {
    const leaver = await portals.developer(server(0));
    const keyOfLeaver = () => newKey(1000, leaver.at(server(1).url));
    const [good, deleted, rotated] = [await keyOfLeaver(), await keyOfLeaver(), await keyOfLeaver()];
    for (const { key } of [good, deleted, rotated]) expect(await everywhere(key)).toEqual([200, 200, 200]);
    await leaver.at(server(2).url)(contract.deleteKey, { params: { id: deleted.id } });
    const { key: newValue } = await leaver.at(server(2).url)(contract.rotateKey, {
      params: { id: rotated.id },
    });
    for (const value of [deleted.key, rotated.key]) await refusedEverywhere(value);
    expect(await everywhere(newValue)).toEqual([200, 200, 200]);

    await leaver.at(server(0).url)(deleteAccount, { body: { email: leaver.email } });
    // The process that was told says so with its answer, the others as soon as they hear of it.
    for (const value of [good.key, newValue]) {
      expect(await statusAt(server(0), value)).toBe(401);
      await refusedEverywhere(value);
    }
    const token = await waitFor('the link that keeps the account', async () => {
      const mails = await readDevMailbox(portals.dataDir, leaver.email);
      const link = mails.flatMap(({ links }) => links).find((each) => each.includes('/auth/keep-account?'));
      if (!link) throw new Error('it is not there yet');
      return new URL(link).searchParams.get('token') ?? '';
    });
    await createClient({ portalUrl: server(1).url })(keepAccount, { body: { token } });
    await waitFor('the keys to be good everywhere', async () => {
      for (const value of [good.key, newValue]) expect(await everywhere(value)).toEqual([200, 200, 200]);
    });
    for (const value of [deleted.key, rotated.key]) expect(await everywhere(value)).toEqual([401, 401, 401]);
  });

  test('a process whose listening connection is cut asks the database, and hears again', async () => {
    const { id, key } = await newKey();
    expect(await everywhere(key)).toEqual([200, 200, 200]);
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    const letConnect = (allowed: boolean) =>
      admin.query('update pg_database set datallowconn = $1 where datname = current_database()', [allowed]);
    // The other connections go on; the listeners cannot come back.
    await letConnect(false);
    const cut = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ballast key changes'",
    );
    expect(cut.rowCount).toBe(3);
    await whenMetric('ballast_key_listener_up', 0);
    await callAt(0)(contract.deleteKey, { params: { id } });
    for (let i = 0; i < 5; i += 1) expect(await everywhere(key)).toEqual([401, 401, 401]);
    await letConnect(true);
    await admin.end();

    await whenMetric('ballast_key_listener_up', 1);
    const next = await newKey();
    await waitFor('a key to be answered without a look at the database', async () => {
      const before = await metricAt(server(0), 'ballast_key_lookups_total');
      expect(await everywhere(next.key)).toEqual([200, 200, 200]);
      expect(await metricAt(server(0), 'ballast_key_lookups_total')).toBe(before);
    });
  });

  test('a process whose listening connection hangs without a word trusts it no longer, and listens anew', async () => {
    const { id, key } = await newKey();
    expect(await everywhere(key)).toEqual([200, 200, 200]);
    const hanging = await query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'ballast key changes'",
    );
    expect(hanging).toHaveLength(3);
    for (const { pid } of hanging) process.kill(pid, 'SIGSTOP');
    try {
      await callAt(0)(contract.deleteKey, { params: { id } });
      expect(await statusAt(server(0), key)).toBe(401);
      await refusedEverywhere(key);
      for (let i = 0; i < 5; i += 1) expect(await everywhere(key)).toEqual([401, 401, 401]);
      await whenMetric('ballast_key_listener_up', 1);
    } finally {
      for (const { pid } of hanging) process.kill(pid, 'SIGCONT');
    }
    const next = await newKey();
    expect(await everywhere(next.key)).toEqual([200, 200, 200]);
    await callAt(1)(contract.deleteKey, { params: { id: next.id } });
    await refusedEverywhere(next.key);
  });

  test('while Redis is gone or hangs each process limits by itself, and they share again when it is back', async () => {
    const { key } = await newKey(5);
    for (const [leave, comeBack] of [
      [redis.stop, redis.start],
      [redis.hold, redis.release],
    ] as const) {
      // Redis is not asked about a key whose limit is spent, so a new key notices.
      const { key: unspent } = await newKey(5);
      await leave();
      try {
        await everywhere(unspent);
        await whenMetric('ballast_key_limiter_fallback', 1);
        expect(await guessAt(server(1), `nobody${names}@northwind.dev`)).toBe(400);
        const alone = await hammer(key, 8, [server(0)]);
        expect(alone.passed.length).toBeGreaterThanOrEqual(5);
        expectBound(alone.passed, 5);
      } finally {
        // A failure here must not take the tests after it along.
        await comeBack();
      }
      await whenMetric('ballast_key_limiter_fallback', 0);
      const began = performance.now();
      const shared = await Promise.all(Array.from({ length: 30 }, (_, i) => statusAt(server(i % 3), key)));
      const seconds = (performance.now() - began) / 1000;
      const passed = shared.filter((status) => status === 200).length;
      expect(passed).toBeLessThanOrEqual(5 * (seconds + 1));
    }
  });

  test('guesses at an account are counted over all processes', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push(await guessAt(server(i % 3), 'guessed@northwind.dev'));
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  test('without PostgreSQL nobody is let in by what was cached; it comes back by itself', async () => {
    const { id, key } = await newKey();
    expect(await everywhere(key)).toEqual([200, 200, 200]);
    await postgres.stop();
    for (let i = 0; i < 5; i += 1) {
      const answers = await Promise.all(
        servers.map(({ url }) => fetch(`${url}/v1/key-check`, { headers: { 'x-api-key': key } })),
      );
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(await answer.json()).toMatchObject({ code: 'unavailable' });
      }
    }
    await postgres.start();
    // Deleted behind the back of all three while nobody can have heard of it.
    await waitFor('PostgreSQL to be back', () =>
      query('update api_keys set revoked_at = now() where id = $1', [id]),
    );
    await refusedEverywhere(key);
    const next = await newKey();
    expect(await everywhere(next.key)).toEqual([200, 200, 200]);
    await whenMetric('ballast_key_listener_up', 1);
  });

  test('one that is killed harms no other; one that is stopped has written all that it counted', async () => {
    const { id, key } = await newKey();
    expect(await everywhere(key)).toEqual([200, 200, 200]);
    const [killed] = servers.splice(2, 1) as [Server];
    killed.child.kill('SIGKILL');
    await killed.exit;
    for (let i = 0; i < 10; i += 1) expect(await everywhere(key)).toEqual([200, 200]);

    const counted = await newKey();
    const [stopped] = servers.splice(1, 1) as [Server];
    let passed = 0;
    const keepAsking = async () => {
      while ((await statusAt(stopped, counted.key).catch(() => 0)) === 200) passed += 1;
    };
    const asking = Array.from({ length: 4 }, keepAsking);
    await waitFor('some requests to pass', () => expect(passed).toBeGreaterThan(4));
    expect(await stopped.stop()).toBe(0);
    await Promise.all(asking);
    const params = { id: counted.id };
    const { total, lastUse } = await callAt(0)(getKeyUsage, { params, query: { window: '24h' } });
    expect(passed).toBeGreaterThan(4);
    expect(total.allowed).toBeGreaterThanOrEqual(passed);
    // An answer that was cut off on its way was counted, too.
    expect(total.allowed).toBeLessThanOrEqual(passed + asking.length);
    expect(lastUse).not.toBeNull();
    await callAt(0)(contract.deleteKey, { params: { id } });
    expect(await everywhere(key)).toEqual([401]);
  });
});
