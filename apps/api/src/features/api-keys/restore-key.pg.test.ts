// A sandbox key that was deleted by mistake.
import { listActivities } from '@ballast/contract/activities';
import { logOut } from '@ballast/contract/auth/auth';
import type { Call } from '@ballast/contract/http/client';
import * as keys from '@ballast/contract/keys/api-keys';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { restoreKey, restoreKeys, restoreMessages, undoSeconds } from '@ballast/contract/keys/restore-key';
import { updateProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { users } from '../../identity/tables.ts';

const app = useTestApp();

const check = async (value: string) => {
  const answer = await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } });
  return answer.status;
};

const developer = async (environment: keys.Environment = 'SANDBOX') => {
  const owner = await app().verifiedUser();
  const { call } = owner;
  const company = { companyName: 'Northwind', companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } as const;
  if (environment === 'PRODUCTION')
    await call(updateProfile, { body: { fullName: 'Mara Okafor', ...company } });
  const key = await call(keys.createKey, { body: { name: 'checkout', environment } });
  const params = { id: key.id };
  return { ...owner, key, params, deleted: () => call(keys.deleteKey, { params }) };
};

test('a deleted sandbox key is refused, and passes again as the same key when it is restored', async () => {
  const { call, key, params, deleted } = await developer();
  const reason = 'Flash sales on Fridays bring peaks.';
  await call(requestRateLimit, { params, body: { requestedLimit: 50, reason } });
  expect(await check(key.key)).toBe(200);
  await deleted();
  expect([await check(key.key), await check(key.key)]).toEqual([401, 401]);
  app().skipSeconds(undoSeconds - 1);
  const restored = await call(restoreKey, { params });
  expect(restored).toMatchObject({ id: key.id, key: key.key, isActive: true });
  expect(restored.latestRequest).toMatchObject({ status: 'PENDING', note: null });
  expect(await check(key.key)).toBe(200);
  const entries = await call(listActivities, { query: { keyId: key.id } });
  expect(entries.map(({ type }) => type).toSorted()).toEqual([
    'key_created',
    'key_deleted',
    'key_restored',
    'rate_limit_requested',
  ]);
});

test('after ten seconds it is gone for good', async () => {
  const { call, key, params, deleted } = await developer();
  await deleted();
  app().skipSeconds(undoSeconds);
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({
    status: 410,
    code: 'undo_over',
    message: restoreMessages.over,
  });
  expect(await check(key.key)).toBe(401);
});

test('a production key and another account’s key are not restored', async () => {
  const { call, params, deleted } = await developer('PRODUCTION');
  await deleted();
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({ status: 409, code: 'conflict' });
  const [owner, stranger] = [await developer(), await developer()];
  await owner.deleted();
  expect(await failureOf(stranger.call(restoreKey, { params: owner.params }))).toMatchObject({ status: 404 });
});

test('restored twice at once, it is restored once', async () => {
  const { call, key, params, deleted } = await developer();
  await deleted();
  const both = await Promise.all([call(restoreKey, { params }), call(restoreKey, { params })]);
  expect(both.map(({ isActive }) => isActive)).toEqual([true, true]);
  const entries = await call(listActivities, { query: { keyId: key.id } });
  expect(entries.filter(({ type }) => type === 'key_restored')).toHaveLength(1);
});

test('a name that was given away meanwhile is said', async () => {
  const { call, params, deleted } = await developer();
  await deleted();
  const other = await call(keys.createKey, { body: { name: 'Checkout', environment: 'SANDBOX' } });
  const message = restoreMessages.nameTaken('checkout');
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({
    status: 409,
    code: 'conflict',
    message,
    fields: { name: message },
  });
  await call(keys.updateKey, { params: { id: other.id }, body: { name: 'other' } });
  expect(await call(restoreKey, { params })).toMatchObject({ name: 'checkout' });
});

test('a value that is found in public meanwhile does not come back', async () => {
  const { call, key, params, deleted } = await developer();
  await deleted();
  await app().call(reportKey, { body: { key: key.key } });
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({ code: 'undo_over' });
});

const restoreAll = (ids: string[], { call }: { call: Call }) => call(restoreKeys, { body: { ids } });

test('many deleted keys come back by one call, but for the one whose name was given away', async () => {
  const developer = await app().verifiedUser();
  const { call } = developer;
  const made: keys.ApiKey[] = [];
  for (const name of ['till', 'web', 'kept'])
    made.push(await call(keys.createKey, { body: { name, environment: 'SANDBOX' } }));
  const ids = made.map(({ id }) => id);
  const [till, web] = made;
  await call(keys.deleteKeys, { body: { ids: ids.slice(0, 2) } });
  await call(keys.createKey, { body: { name: 'WEB', environment: 'SANDBOX' } });
  const { restored, refused } = await restoreAll(ids, developer);
  expect(restored.map(({ name }) => name).toSorted()).toEqual(['kept', 'till']);
  expect(refused).toEqual([{ id: web?.id, name: 'web', message: restoreMessages.nameTaken('web') }]);
  expect([await check(till?.key ?? ''), await check(web?.key ?? '')]).toEqual([200, 401]);
  const entries = await call(listActivities, { query: {} });
  expect(entries.filter(({ type }) => type === 'key_restored').map(({ description }) => description)).toEqual(
    ['till'],
  );
});

test('of two deleted keys with one name, one comes back', async () => {
  const developer = await app().verifiedUser();
  const ids: string[] = [];
  for (const name of ['till', 'TILL']) {
    const { id } = await developer.call(keys.createKey, { body: { name, environment: 'SANDBOX' } });
    await developer.call(keys.deleteKey, { params: { id } });
    ids.push(id);
  }
  const { restored, refused } = await restoreAll(ids, developer);
  expect([restored.length, refused.length]).toEqual([1, 1]);
});

test('one key too late, of production or of another account restores none', async () => {
  const [mine, live, other] = [await developer(), await developer('PRODUCTION'), await developer()];
  const late = await mine.call(keys.createKey, { body: { name: 'late', environment: 'SANDBOX' } });
  await mine.call(keys.deleteKey, { params: { id: late.id } });
  app().skipSeconds(undoSeconds);
  for (const { deleted } of [mine, live, other]) await deleted();
  expect(await failureOf(restoreAll([mine.key.id, late.id], mine))).toMatchObject({ code: 'undo_over' });
  expect(await failureOf(restoreAll([mine.key.id, other.key.id], mine))).toMatchObject({ status: 404 });
  expect(await failureOf(restoreAll([live.key.id], live))).toMatchObject({
    status: 409,
    message: restoreMessages.production,
  });
  expect(await check(mine.key.key)).toBe(401);
  for (const ids of [[], [mine.key.id, mine.key.id], ['nonsense']])
    expect(await failureOf(restoreAll(ids, mine))).toMatchObject({ status: 422 });
});

test('a key in its grace comes back with its old value', async () => {
  const { call, key, params, deleted } = await developer();
  const rotated = await call(keys.rotateKey, { params, body: { graceSeconds: 3600 } });
  await deleted();
  expect([await check(key.key), await check(rotated.key)]).toEqual([401, 401]);
  expect(await call(restoreKey, { params })).toMatchObject({
    previous: { endsAt: rotated.previous?.endsAt },
  });
  expect([await check(key.key), await check(rotated.key)]).toEqual([200, 200]);
});

test('another session of the account restores the key, and one that was ended does not', async () => {
  const { call, email, key, params, deleted } = await developer();
  const other = await app().signIn(email);
  await deleted();
  await call(logOut);
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({ status: 401 });
  expect(await check(key.key)).toBe(401);
  await other.call(restoreKey, { params });
  expect(await check(key.key)).toBe(200);
});

test('a suspended account restores nothing', async () => {
  const { call, user, key, params, deleted } = await developer();
  await deleted();
  const suspend = (suspendedAt: Date | null) =>
    app().deps.db.update(users).set({ suspendedAt }).where(eq(users.id, user.id));
  await suspend(app().now());
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({
    status: 401,
    message: expect.stringContaining('suspended'),
  });
  await suspend(null);
  expect(await check(key.key)).toBe(401);
  app().skipSeconds(undoSeconds);
  expect(await failureOf(call(restoreKey, { params }))).toMatchObject({ code: 'undo_over' });
});

describe.runIf(onPostgres())('while the database keeps one of them waiting', () => {
  const holding = async (statement: string, work: () => Promise<unknown>) => {
    const holder = new pg.Client({ connectionString: app().database.url ?? '' });
    await holder.connect();
    await holder.query('begin');
    await holder.query(statement);
    await work().finally(() => holder.end());
  };
  const waiting = (count: number) =>
    waitFor(`${count} to wait`, async () => {
      const { rows } = await app().database.keyPool.query('select from pg_locks where not granted');
      expect(rows).toHaveLength(count);
    });

  test('a value that is reported at the moment of its deletion does not come back', async () => {
    const { call, key, params, deleted } = await developer();
    const calls: Promise<unknown>[] = [];
    await holding(
      `select from users where id = (select user_id from api_keys where id = '${key.id}') for update`,
      async () => {
        calls.push(deleted());
        await waiting(1);
        calls.push(app().call(reportKey, { body: { key: key.key } }));
        await waiting(2);
      },
    );
    await Promise.all(calls);
    expect(await failureOf(call(restoreKey, { params }))).toMatchObject({ code: 'undo_over' });
  });

  test('a key that is used when its ten seconds end, and restored in the last one, passes again', async () => {
    const { call, key, params, deleted } = await developer();
    await deleted();
    app().skipSeconds(undoSeconds - 1);
    const calls: Promise<unknown>[] = [];
    await holding('lock table activities in exclusive mode', async () => {
      calls.push(call(restoreKey, { params }));
      await waiting(1);
      app().skipSeconds(1);
      expect(await check(key.key)).toBe(401);
    });
    await Promise.all(calls);
    expect(await check(key.key)).toBe(200);
  });
});
