// Somebody who makes the calls that cost most, as often as they are let.
import { exportActivities } from '@ballast/contract/activities';
import { exportData } from '@ballast/contract/auth/leaving';
import { startPasskeyRegistration } from '@ballast/contract/auth/passkeys';
import { enrolFactor } from '@ballast/contract/auth/second-factor-calls';
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { endpoints } from '@ballast/contract/endpoints';
import { type CostName, costNames, costOf } from '@ballast/contract/http/costs';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { createKey, listKeys, rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage, getUsage } from '@ballast/contract/keys/key-usage';
import { tryNetworks } from '@ballast/contract/keys/network-dry-run';
import { updateProfile } from '@ballast/contract/profile';
import { listRequests } from '@ballast/contract/requests/requests';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { onPostgres } from '../../../testing/databases/database.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { costPerHour, tokenCostPerHour } from './call-limits.ts';

const app = useTestApp();

const developer = async () => {
  const person = await app().verifiedUser();
  const body = { companyName: 'Northwind', companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } as const;
  await person.call(updateProfile, { body: { fullName: 'Mara Okafor', ...body } });
  return person;
};
type Developer = Awaited<ReturnType<typeof developer>>;

const newKey = ({ call }: Developer, environment: 'SANDBOX' | 'PRODUCTION' = 'SANDBOX') =>
  call(createKey, { body: { name: crypto.randomUUID(), environment } });

// All but one of the hour's calls are made.
const nearlyUsedUp = (who: string, cost: CostName) =>
  app()
    .deps.throttles.of(costPerHour(cost))
    .set(who, costOf(cost).perHour - 1, 3600);

const expectOneMore = (person: Developer, cost: CostName, call: () => Promise<unknown>) =>
  expectOneMoreOf(person.user.id, cost, call);

const expectOneMoreOf = async (who: string, cost: CostName, call: () => Promise<unknown>) => {
  await nearlyUsedUp(who, cost);
  await call();
  const refused = await failureOf(call());
  const { what, perHour } = costOf(cost);
  expect(refused.status).toBe(429);
  expect(refused.message).toMatch(`You can ${what} ${perHour} times an hour. Try again in 60 minutes.`);
  expect(refused.retryAfterSeconds).toBeGreaterThan(3500);
};

test('every cost is that of an endpoint, and every file that is made while it is sent has one', () => {
  const known: readonly Endpoint[] = endpoints;
  const named = new Set(known.map(({ cost }) => cost));
  expect(costNames.filter((name) => !named.has(name))).toEqual([]);
  const free = known.filter(({ download, cost, auth }) => download && !cost && auth !== 'operator');
  expect(free.map(({ path }) => path)).toEqual([]);
});

test('an account downloads its data, and its log, so often in an hour; others go on', async () => {
  const [person, other] = [await developer(), await developer()];
  await expectOneMore(person, 'dataExport', () => person.call(exportData));
  await expectOneMore(person, 'logExport', () =>
    person.call(exportActivities, { query: { format: 'json' } }),
  );
  await other.call(exportData);
});

test('dry runs and usage over a long time are limited; the last day of a key is not', async () => {
  const person = await developer();
  const { id } = await newKey(person);
  const params = { id };
  const body = { allowedNetworks: ['203.0.113.0/24'] };
  await expectOneMore(person, 'networkDryRun', () => person.call(tryNetworks, { params, body }));
  await expectOneMore(person, 'usage', () => person.call(getKeyUsage, { params, query: { window: '90d' } }));
  const query = { environment: 'SANDBOX' as const };
  expect((await failureOf(person.call(getUsage, { query }))).status).toBe(429);
  await person.call(getKeyUsage, { params, query: {} });
});

test('a token that may only read makes 20 tokens in an hour, and its owner gets no more mails of them', async () => {
  const person = await developer();
  const reader = await logInCli(app(), person, 'a-reader', { scopes: ['read'] });
  const body = { name: 'one more', scopes: ['read' as const], expiresInDays: 1 };
  expect(costOf('tokens').perHour).toBe(20);
  await expectOneMoreOf(reader.deviceId, 'tokens', () => reader.call(createCliToken, { body }));
});

test('a leaked token uses up no rotations of its owner’s browsers, or of another token', async () => {
  const person = await developer();
  const params = { id: (await newKey(person, 'PRODUCTION')).id };
  const [leaked, other] = [await logInCli(app(), person), await logInCli(app(), person)];
  for (let i = 0; i < costOf('productionRotations').perHour; i += 1) await leaked.call(rotateKey, { params });
  expect((await failureOf(leaked.call(rotateKey, { params }))).status).toBe(429);
  await other.call(rotateKey, { params });
  await person.call(rotateKey, { params });
});

test('a token that was made with a token counts with it, and all tokens of an account have a limit together', async () => {
  const person = await developer();
  const params = { id: (await newKey(person, 'PRODUCTION')).id };
  const leaked = await logInCli(app(), person);
  const body = { name: 'one more', scopes: ['keys:production' as const], expiresInDays: 1 };
  const made = app().callAs((await leaked.call(createCliToken, { body })).token);
  await expectOneMoreOf(leaked.deviceId, 'productionRotations', () => made(rotateKey, { params }));

  const ofTokens = app().deps.throttles.of(tokenCostPerHour('productionRotations'));
  expect(ofTokens.points).toBe(2 * costOf('productionRotations').perHour);
  await ofTokens.set(person.user.id, ofTokens.points, 3600);
  const third = await logInCli(app(), person);
  expect((await failureOf(third.call(rotateKey, { params }))).status).toBe(429);
  await person.call(rotateKey, { params });
});

test('production keys are rotated 20 times in an hour; sandbox keys as often as somebody likes', async () => {
  const person = await developer();
  const production = { id: (await newKey(person, 'PRODUCTION')).id };
  const sandbox = { id: (await newKey(person)).id };
  expect(costOf('productionRotations').perHour).toBe(20);
  await expectOneMore(person, 'productionRotations', () => person.call(rotateKey, { params: production }));
  await person.call(rotateKey, { params: sandbox });
});

test('whatever else mails its owner each time is limited: production keys, looser restrictions, ways to sign in', async () => {
  const person = await developer();
  const { id } = await newKey(person, 'PRODUCTION');
  await expectOneMore(person, 'productionKeys', () => newKey(person, 'PRODUCTION'));
  await newKey(person);
  const restrict = (networks: string[] | null) =>
    person.call(updateKey, { params: { id }, body: { allowedNetworks: networks } });
  await expectOneMore(person, 'productionChanges', async () => {
    await restrict(['203.0.113.0/24']);
    await restrict(null);
  });
  await expectOneMore(person, 'signInMethods', () =>
    person.call(enrolFactor, { body: { factor_type: 'totp' } }),
  );
  expect((await failureOf(person.call(startPasskeyRegistration, { body: {} }))).status).toBe(429);
});

describe.runIf(onPostgres())('while the database is slow with one of them', () => {
  const withLock = async (table: string, work: (release: () => Promise<unknown>) => Promise<void>) => {
    const holder = new pg.Client({ connectionString: app().database.url ?? '' });
    await holder.connect();
    await holder.query(`begin; lock table ${table}`);
    await work(() => holder.query('rollback')).finally(() => holder.end());
  };
  const waitingFor = async (table: string) => {
    const { rows } = await app().database.keyPool.query(
      `select count(*)::int as count from pg_locks where not granted and relation = '${table}'::regclass`,
    );
    return rows[0].count;
  };

  test('few of an account run at once, some wait for them, and the next one is refused', async () => {
    const [person, other] = [await developer(), await developer()];
    const params = { id: (await newKey(person)).id };
    const theirs = { id: (await newKey(other)).id };
    const body = { allowedNetworks: ['203.0.113.0/24'] };
    const { atOnce = 0, waiting = 0 } = costOf('networkDryRun');
    await withLock('key_usage_addresses', async (release) => {
      const requests = Array.from({ length: atOnce + waiting + 1 }, () =>
        person.call(tryNetworks, { params, body }).then(
          () => 200,
          ({ status }) => status,
        ),
      );
      expect(await Promise.race(requests)).toBe(429);
      expect(await waitingFor('key_usage_addresses')).toBe(atOnce);
      // Neither their other calls nor those of others wait for it.
      await person.call(listKeys, { query: {} });
      const another = other.call(tryNetworks, { params: theirs, body });
      await waitFor('another account’s call', async () =>
        expect(await waitingFor('key_usage_addresses')).toBe(atOnce + 1),
      );
      await release();
      await another;
      expect((await Promise.all(requests)).toSorted()).toEqual([...Array(atOnce + waiting).fill(200), 429]);
    });
  });

  test('the last hour of many keys is read in turn, whatever keys each call names', async () => {
    const person = await developer();
    const { id } = await newKey(person);
    const { atOnce = 0, waiting = 0 } = costOf('usage');
    await withLock('key_usage_minutes', async (release) => {
      const readings = Array.from({ length: atOnce + waiting + 1 }, () => {
        const ids = `${id},${crypto.randomUUID()}`;
        return person.call(getUsage, { query: { environment: 'SANDBOX', window: '1h', ids } }).then(
          () => 200,
          ({ status }) => status,
        );
      });
      expect(await Promise.race(readings)).toBe(429);
      expect(await waitingFor('key_usage_minutes')).toBe(atOnce);
      await release();
      expect((await Promise.all(readings)).toSorted()).toEqual([...Array(atOnce + waiting).fill(200), 429]);
    });
  });

  test('searches of requests from a place on, and those that wait, run one after the other', async () => {
    const person = await developer();
    const places = [{ after: crypto.randomUUID() }, { wait: 1 }];
    await withLock('key_requests', async (release) => {
      const searches = Array.from({ length: 24 }, (_, i) =>
        person.call(listRequests, { query: { ...places[i % 2], path: '/nothing' } }).then(
          () => 200,
          ({ status }) => status,
        ),
      );
      expect(await Promise.race(searches)).toBe(429);
      expect(await waitingFor('key_requests')).toBe(1);
      await release();
      expect((await Promise.all(searches)).filter((status) => status === 200)).toHaveLength(21);
    });
  });

  test('those of a leaked token take no place of its owner’s', async () => {
    const person = await developer();
    const leaked = await logInCli(app(), person);
    const params = { id: (await newKey(person)).id };
    const body = { allowedNetworks: ['203.0.113.0/24'] };
    const { atOnce = 0, waiting = 0 } = costOf('networkDryRun');
    await withLock('key_usage_addresses', async (release) => {
      const tryOut = () =>
        leaked.call(tryNetworks, { params, body }).then(
          () => 200,
          ({ status }) => status,
        );
      const requests = Array.from({ length: atOnce + waiting + 1 }, tryOut);
      expect(await Promise.race(requests)).toBe(429);
      const own = person.call(tryNetworks, { params, body });
      await waitFor('the owner’s call', async () =>
        expect(await waitingFor('key_usage_addresses')).toBe(atOnce + 1),
      );
      await release();
      await own;
      await Promise.all(requests);
    });
  });

  test('who hangs up while waiting gives the place back, and who hangs up while it runs does not run two', async () => {
    const person = await developer();
    const params = { id: (await newKey(person)).id };
    const dryRun = (signal: AbortSignal) =>
      fetch(`${app().baseUrl}/api-keys/${params.id}/network-dry-run`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.session.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ allowedNetworks: ['203.0.113.0/24'] }),
        signal,
      }).catch(() => {});
    const { atOnce = 0, waiting = 0 } = costOf('networkDryRun');
    await withLock('key_usage_addresses', async (release) => {
      const leaving = new AbortController();
      for (let i = 0; i < atOnce + waiting; i += 1) void dryRun(leaving.signal);
      await waitFor('the first to run', async () =>
        expect(await waitingFor('key_usage_addresses')).toBe(atOnce),
      );
      leaving.abort();
      const body = { allowedNetworks: ['203.0.113.0/24'] };
      const last = person.call(tryNetworks, { params, body });
      await person.call(listKeys, { query: {} });
      expect(await waitingFor('key_usage_addresses')).toBe(atOnce);
      await release();
      await last;
    });
  });
});
