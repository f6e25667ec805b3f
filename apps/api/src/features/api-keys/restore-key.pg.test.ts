// A sandbox key that was deleted by mistake.
import { listActivities } from '@ballast/contract/activities';
import * as keys from '@ballast/contract/keys/api-keys';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { restoreKey, restoreMessages, undoSeconds } from '@ballast/contract/keys/restore-key';
import { updateProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

const check = async (value: string) => {
  const answer = await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } });
  return answer.status;
};

const developer = async (environment: keys.Environment = 'SANDBOX') => {
  const { call } = await app().verifiedUser();
  const company = { companyName: 'Northwind', companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } as const;
  if (environment === 'PRODUCTION')
    await call(updateProfile, { body: { fullName: 'Mara Okafor', ...company } });
  const key = await call(keys.createKey, { body: { name: 'checkout', environment } });
  const params = { id: key.id };
  return { call, key, params, deleted: () => call(keys.deleteKey, { params }) };
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
