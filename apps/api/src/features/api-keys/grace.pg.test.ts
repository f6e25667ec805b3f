// A rotation may leave the old value a while. Both pass, as one key.
import { listActivities } from '@ballast/contract/activities';
import * as contract from '@ballast/contract/keys/api-keys';
import type { Grace } from '@ballast/contract/keys/key-grace';
import { updateProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { sweepQueue } from '../../app/job-handlers.ts';
import { replacedKeys } from '../../key-check/tables.ts';
import { replacedKeyAddresses, replacedKeyUsage } from '../../key-check/usage/tables.ts';

const app = useTestApp();
const hour = 3600;
const day = 24 * hour;

const newKey = async (environment: contract.Environment = 'SANDBOX') => {
  const user = await app().verifiedUser();
  await user.call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const key = await user.call(contract.createKey, { body: { name: 'rotated', environment } });
  const params = { id: key.id };
  const rotate = (graceSeconds: Grace) => user.call(contract.rotateKey, { params, body: { graceSeconds } });
  return { ...user, key, params, rotate };
};
const check = (value: string) =>
  fetch(`${app().url}/v1/key-check`, { headers: { authorization: `Bearer ${value}` } });
const codeOf = async (value: string) => {
  const answer = await check(value);
  return answer.status === 200 ? 200 : ((await answer.json()) as { code: string }).code;
};
const codesOf = (...values: string[]) => Promise.all(values.map(codeOf));
const inSeconds = (seconds: number) => new Date(app().now().getTime() + seconds * 1000).toISOString();
const entriesOf = async (call: Awaited<ReturnType<typeof newKey>>['call']) =>
  (await call(listActivities, { query: {} })).map(({ type, description }) => `${type}: ${description}`);
const lookups = async () =>
  (await app().deps.metrics.registry.getSingleMetric('ballast_key_lookups_total')?.get())?.values[0]?.value;

test('without a grace the old value stops at once, as ever', async () => {
  const { call, key, params, rotate } = await newKey();
  const now = await call(contract.rotateKey, { params });
  expect(now.previous).toBeNull();
  expect(await codesOf(key.key, now.key)).toEqual(['key_revoked', 200]);
  const zero = await rotate(0);
  expect(zero.previous).toBeNull();
  expect(await codesOf(now.key, zero.key)).toEqual(['key_revoked', 200]);
});

test('another grace than those offered is refused with its field', async () => {
  const { rotate, params, call, key } = await newKey();
  for (const seconds of [-1, 1, 3601, 3600.5, 10 ** 9, '3600', null]) {
    const refusal = await failureOf(rotate(seconds as Grace));
    expect(refusal).toMatchObject({ status: 422 });
    expect(refusal.fields.graceSeconds).toBe('graceSeconds must be 0, 3600, 86400 or 604800');
  }
  expect((await call(contract.getKey, { params })).key).toBe(key.key);
});

test('during the grace both values pass as one key, with one limit, and afterwards the old one is revoked without a query', async () => {
  const { call, email, key, params, rotate } = await newKey();
  const rotated = await rotate(hour);
  const previous = { endsAt: inSeconds(hour), lastUsedAt: null, requests24h: 0, addresses: [] };
  expect(rotated).toEqual({ ...key, key: rotated.key, previous });
  expect(rotated.key).not.toBe(key.key);
  expect(await call(contract.getKey, { params })).toEqual(rotated);
  expect(await call(contract.listKeys, { query: {} })).toEqual([rotated]);

  const [old, current] = [await check(key.key), await check(rotated.key)];
  expect(await old.json()).toEqual(await current.json());
  expect(old.headers.get('ratelimit')).toBe('"default";r=2;t=1');
  expect(current.headers.get('ratelimit')).toBe('"default";r=1;t=1');
  expect(await codesOf(key.key)).toEqual([200]);
  expect(await codesOf(key.key, rotated.key)).toEqual(['rate_limited', 'rate_limited']);

  const before = await lookups();
  app().skipSeconds(hour - 1);
  expect(await codesOf(key.key, rotated.key)).toEqual([200, 200]);
  app().skipSeconds(1);
  expect(await codesOf(key.key, rotated.key)).toEqual(['key_revoked', 200]);
  // A busy machine may be late with the heartbeat of a listener, and then each check asks the database.
  if (!onPostgres()) expect(await lookups()).toBe(before);
  const again = await app().signIn(email);
  expect((await again.call(contract.getKey, { params })).previous).toBeNull();
});

test('the key says how much its old value is still used, and the use is none of the new one', async () => {
  const { email, key, params, rotate } = await newKey();
  await check(key.key);
  await app().deps.keyCheck.flushUsage();
  const usedAt = app().now().toISOString();
  app().skipSeconds(60);
  const { previous } = await rotate(604800);
  expect(previous).toEqual({ endsAt: inSeconds(7 * day), lastUsedAt: usedAt, requests24h: 0, addresses: [] });

  const use = async (times: number) => {
    for (let i = 0; i < times; i += 1) await check(key.key);
    await app().deps.keyCheck.flushUsage();
    const { call } = await app().signIn(email);
    return call(contract.getKey, { params });
  };
  expect((await use(2)).previous).toMatchObject({ lastUsedAt: app().now().toISOString(), requests24h: 2 });
  app().skipSeconds(2 * hour);
  // The fourth is one too many in its second, and came with the old value nevertheless.
  const lastUsedAt = app().now().toISOString();
  const used = await use(4);
  expect(used.previous).toMatchObject({ lastUsedAt, requests24h: 6 });
  expect(used.lastUsedAt).toBeNull();
  app().skipSeconds(23 * hour);
  expect((await use(0)).previous).toMatchObject({ lastUsedAt, requests24h: 4 });
  app().skipSeconds(2 * hour);
  expect((await use(0)).previous).toMatchObject({ lastUsedAt, requests24h: 0 });
});

test('ending the grace stops the old value at once, and asking again changes nothing', async () => {
  const { call, key, params, rotate } = await newKey();
  const end = () => call(contract.endGrace, { params });
  expect(await end()).toEqual(key);
  const rotated = await rotate(day);
  expect(await codesOf(key.key, rotated.key)).toEqual([200, 200]);
  const ended = await end();
  expect(ended).toEqual({ ...rotated, previous: null });
  expect(await codesOf(key.key, rotated.key)).toEqual(['key_revoked', 200]);
  expect(await end()).toEqual(ended);
  expect(await entriesOf(call)).toEqual(
    expect.arrayContaining([
      'key_rotated: rotated, the old value passes for 24 hours',
      'key_updated: rotated, the old value was stopped',
    ]),
  );
  expect((await entriesOf(call)).filter((entry) => entry.startsWith('key_updated'))).toHaveLength(1);
});

test('a rotation during a grace stops the oldest value at once, and one without a grace both', async () => {
  const { key: first, rotate } = await newKey();
  const second = await rotate(day);
  const third = await rotate(hour);
  expect(third.previous?.endsAt).toBe(inSeconds(hour));
  expect(await codesOf(first.key, second.key, third.key)).toEqual(['key_revoked', 200, 200]);
  const fourth = await rotate(0);
  app().skipSeconds(1);
  expect(await codesOf(second.key, third.key, fourth.key)).toEqual(['key_revoked', 'key_revoked', 200]);
});

test('rotations at the same moment leave one old value', async () => {
  const { call, key, params, rotate } = await newKey();
  const rotated = await Promise.all([rotate(day), rotate(hour), rotate(604800)]);
  const { key: current } = await call(contract.getKey, { params });
  app().skipSeconds(1);
  const codes = await codesOf(key.key, ...rotated.map((each) => each.key));
  expect(codes.toSorted()).toEqual([200, 200, 'key_revoked', 'key_revoked']);
  expect(await codeOf(current)).toBe(200);
});

test('deleting the key stops both values', async () => {
  const { call, key, params, rotate } = await newKey();
  const rotated = await rotate(day);
  expect(await codesOf(key.key, rotated.key)).toEqual([200, 200]);
  await call(contract.deleteKey, { params });
  expect(await codesOf(key.key, rotated.key)).toEqual(['key_revoked', 'key_revoked']);
  expect(await failureOf(call(contract.endGrace, { params }))).toMatchObject({ status: 404 });
});

test('the owner of a production key is told until when the old value passes, and that it was stopped', async () => {
  const { call, email, params, rotate } = await newKey('PRODUCTION');
  await rotate(day);
  const notice = await app().waitForMail(email, /rotated/);
  const date = new Date(inSeconds(day));
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(date);
  expect(notice.text).toContain(`at ${time} UTC, unless you revoke it before`);
  await call(contract.endGrace, { params });
  expect((await app().waitForMail(email, /old production key/)).text).toContain(
    'no longer works. The new one does.',
  );
});

test('what was kept for the grace goes when it is over', async () => {
  const { key, params, rotate } = await newKey();
  const { db, keyCheck, jobs } = app().deps;
  await rotate(hour);
  await check(key.key);
  await keyCheck.flushUsage();
  const [replaced] = await db.select().from(replacedKeys).where(eq(replacedKeys.keyId, params.id));
  const readStored = async () =>
    Promise.all(
      [replacedKeyUsage, replacedKeyAddresses].map((table) =>
        db.$count(table, eq(table.secretHash, replaced?.secretHash ?? '')),
      ),
    );
  expect(await readStored()).toEqual([1, 1]);
  app().skipSeconds(hour);
  await jobs.enqueue(db, sweepQueue, {});
  await waitFor('the usage of the old value to be forgotten', async () => {
    const [row] = await db.select().from(replacedKeys).where(eq(replacedKeys.keyId, params.id));
    expect(row).toMatchObject({ endsAt: null, pepperId: null });
    expect(await readStored()).toEqual([0, 0]);
  });
  expect(await codeOf(key.key)).toBe('key_revoked');
});
