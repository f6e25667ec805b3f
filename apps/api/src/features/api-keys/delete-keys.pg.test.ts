// Keys are deleted one by one or many by one call, and stop at once.

import type { Call } from '@ballast/contract/http/client';
import * as contract from '@ballast/contract/keys/api-keys';
import { listRequests, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { updateProfile } from '@ballast/contract/profile';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { activities } from '../../identity/tables.ts';

const app = useTestApp();

const newKeys = (call: Call, names: string[], environment: contract.Environment = 'SANDBOX') =>
  Promise.all(names.map((name) => call(contract.createKey, { body: { name, environment } })));

const checkKey = async (value: string) =>
  (await fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } })).status;

const namesOf = async (call: Call) =>
  (await call(contract.listKeys, { query: { sort: 'name' } })).map(({ name }) => name);

const idsOf = (keys: { id: string }[]) => keys.map(({ id }) => id);

const deletedNames = async (userId: string) => {
  const rows = await app()
    .deps.db.select()
    .from(activities)
    .where(and(eq(activities.userId, userId), eq(activities.type, 'key_deleted')));
  return rows.map(({ description, environment }) => `${description} ${environment}`).toSorted();
};

test('many keys are deleted by one call, with an entry for each and one mail about those of production', async () => {
  const { call, user, email } = await app().verifiedUser();
  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const keys = [
    ...(await newKeys(call, ['till', 'web', 'kept'])),
    ...(await newKeys(call, ['live-till', 'live-web'], 'PRODUCTION')),
  ];
  for (const { key } of keys) expect(await checkKey(key)).toBe(200);
  const [first] = keys;
  const reason = 'We expect many customers in spring.';
  await call(requestRateLimit, {
    params: { id: first?.id ?? '' },
    body: { requestedLimit: 50, reason },
  });
  const gone = keys.filter(({ name }) => name !== 'kept');
  expect(await call(contract.deleteKeys, { body: { ids: idsOf(gone) } })).toEqual({ revoked: idsOf(gone) });
  expect(await namesOf(call)).toEqual(['kept']);
  for (const { key, name } of keys) expect(await checkKey(key)).toBe(name === 'kept' ? 200 : 401);
  expect(await deletedNames(user.id)).toEqual([
    'live-till PRODUCTION',
    'live-web PRODUCTION',
    'till SANDBOX',
    'web SANDBOX',
  ]);
  expect(await call(listRequests)).toMatchObject([{ status: 'DENIED', note: 'The key was deleted.' }]);
  const mail = await app().waitForMail(email, /^Several production keys were deleted/);
  expect(mail.text).toContain('"live-till (production)", "live-web (production)"');
  expect(mail.text).not.toContain('"till');
  expect(mail.links.join(' ')).toContain('this-was-not-me');
  expect(
    (await app().mails()).filter((sent) => sent.to === email && /deleted/.test(sent.subject)),
  ).toHaveLength(1);
});

test('an id that is not one’s own, is gone, or is told twice deletes nothing', async () => {
  const { call, user } = await app().verifiedUser();
  const { call: callAsOther } = await app().verifiedUser();
  const [mine, gone] = idsOf(await newKeys(call, ['mine', 'gone'])) as [string, string];
  const [foreign] = idsOf(await newKeys(callAsOther, ['foreign'])) as [string];
  await call(contract.deleteKey, { params: { id: gone } });
  for (const wrong of [foreign, gone, crypto.randomUUID()]) {
    for (const ids of [[mine, wrong], [wrong, mine], [wrong]])
      expect(await failureOf(call(contract.deleteKeys, { body: { ids } }))).toMatchObject({ status: 404 });
  }
  const many = Array.from({ length: 201 }, () => crypto.randomUUID());
  for (const ids of [[mine, mine], [mine, mine.toUpperCase()], [], many, [mine, 'nonsense'], 'nonsense'])
    expect(await failureOf(call(contract.deleteKeys, { body: { ids: ids as string[] } }))).toMatchObject({
      status: 422,
      fields: { ids: 'ids must be 1 to 200 different ids of keys' },
    });
  expect(await namesOf(call)).toEqual(['mine']);
  expect(await namesOf(callAsOther)).toEqual(['foreign']);
  expect(await deletedNames(user.id)).toEqual(['gone SANDBOX']);
});

test('a key that is named in capitals stops as quickly as any other', async () => {
  const { call } = await app().verifiedUser();
  const [one, two, three] = await newKeys(call, ['one', 'two', 'three']);
  if (!one || !two || !three) throw new Error('keys are missing');
  for (const { key } of [one, two, three]) expect(await checkKey(key)).toBe(200);
  await call(contract.deleteKey, { params: { id: one.id.toUpperCase() } });
  await call(contract.rotateKey, { params: { id: two.id.toUpperCase() } });
  const ids = [three.id.toUpperCase()];
  expect(await call(contract.deleteKeys, { body: { ids } })).toEqual({ revoked: [three.id] });
  for (const { key } of [one, two, three]) expect(await checkKey(key)).toBe(401);
});

test('of calls that name the same keys in other orders one deletes them, and none waits for the other in a circle', async () => {
  const { call, user } = await app().verifiedUser();
  const ids = idsOf(
    await newKeys(
      call,
      Array.from({ length: 20 }, (_, i) => `key ${i}`),
    ),
  );
  const orders = [ids, ids.toReversed(), ids.toSorted(), ids.toSorted().toReversed()];
  const ended = await Promise.allSettled(
    orders.map((order) => call(contract.deleteKeys, { body: { ids: order } })),
  );
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of ended)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 404 });
  expect(await deletedNames(user.id)).toHaveLength(20);
  expect(readPortalLogs()).not.toContain('a transaction is repeated');
});
