// What is remembered of requests: by key and minute, with the last use.

import * as contract from '@ballast/contract/keys/api-keys';
import { getKeyUsage, getUsage } from '@ballast/contract/keys/key-usage';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { makeKeySecret } from '../key-secret.ts';
import { apiKeys, replacedKeys } from '../tables.ts';
import { rollUpUsage } from './roll-up-usage.ts';
import { keyUsageDays, keyUsageMinutes } from './tables.ts';
import { writeBatch } from './usage-batch.ts';

const app = useTestApp();
const sandbox = (name: string) => ({ body: { name, environment: 'SANDBOX' as const } });

const checkKey = (value: string, headers: Record<string, string> = {}, on = app()) =>
  fetch(`${on.url}/v1/key-check`, { headers: { authorization: `Bearer ${value}`, ...headers } });

const usageOf = async (keyId: string) => {
  const [sum] = await app()
    .deps.db.select({
      allowed: sql<number>`sum(${keyUsageMinutes.allowed})::int`,
      limited: sql<number>`sum(${keyUsageMinutes.limited})::int`,
      refused: sql<number>`sum(${keyUsageMinutes.refused})::int`,
    })
    .from(keyUsageMinutes)
    .where(eq(keyUsageMinutes.keyId, keyId));
  return sum;
};

test('requests are counted by outcome, with the last use, for the key and for the environment', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(contract.createKey, sandbox('counted'));
  const quiet = await call(contract.createKey, sandbox('quiet'));
  for (let i = 0; i < 5; i += 1) await checkKey(key.key, { 'user-agent': 'gateway/1.4' });
  const params = { id: key.id };
  await app().deps.keyCheck.flushUsage();
  const shown = await call(getKeyUsage, { params, query: { window: '24h' } });
  expect(shown).toMatchObject({
    window: '24h',
    bucketSeconds: 3600,
    total: { allowed: 3, limited: 2, refused: 0 },
  });
  expect(shown.buckets).toHaveLength(24);
  expect(shown.buckets.slice(-2).reduce((sum, { allowed }) => sum + allowed, 0)).toBe(3);
  expect(shown.lastUse).toMatchObject({ address: '127.0.0.1', userAgent: 'gateway/1.4' });
  const { lastUsedAt } = await call(contract.getKey, { params });
  expect(lastUsedAt).toBe(shown.lastUse?.at);
  expect(lastUsedAt).toBe(app().now().toISOString());

  const rotated = await call(contract.rotateKey, { params });
  await checkKey(key.key);
  await app().deps.keyCheck.flushUsage();
  expect((await call(contract.getKey, { params })).lastUsedAt).toBeNull();
  const month = await call(getUsage, { query: { environment: 'SANDBOX', window: '30d' } });
  expect(month.buckets).toHaveLength(30);
  expect(month.total).toEqual({ allowed: 3, limited: 2, refused: 1 });
  expect(month.keys.map(({ keyId, total }) => [keyId, total.refused]).toSorted()).toEqual(
    [
      [rotated.id, 1],
      [quiet.id, 0],
    ].toSorted(),
  );
  expect((await call(getUsage, { query: { environment: 'PRODUCTION' } })).total.allowed).toBe(0);
  const { call: callAsOther } = await app().verifiedUser();
  expect((await callAsOther(getUsage, { query: { environment: 'SANDBOX' } })).total.allowed).toBe(0);
  await expect(callAsOther(getKeyUsage, { params, query: {} })).rejects.toMatchObject({ status: 404 });
});

test('keys that nobody has leave no trace', async () => {
  await app().deps.keyCheck.flushUsage();
  const rows = async () => (await app().deps.db.select().from(keyUsageMinutes)).length;
  const before = await rows();
  for (let i = 0; i < 5; i += 1) await checkKey(makeKeySecret('SANDBOX'));
  await app().deps.keyCheck.flushUsage();
  expect(await rows()).toBe(before);
});

test('what could not be written is written later, once', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(contract.createKey, sandbox('kept'));
  const { db, keyCheck } = app().deps;
  await checkKey(key.key);
  await db.execute(sql`alter table key_usage_minutes rename to elsewhere`);
  await keyCheck.flushUsage();
  await checkKey(key.key);
  await keyCheck.flushUsage();
  await db.execute(sql`alter table elsewhere rename to key_usage_minutes`);
  await keyCheck.flushUsage();
  expect(await usageOf(key.id)).toEqual({ allowed: 2, limited: 0, refused: 0 });
});

test('a batch that is sent again, because its answer was lost, counts once', async () => {
  const { call } = await app().verifiedUser();
  const { id } = await call(contract.createKey, sandbox('twice'));
  const minute = Math.floor(app().now().getTime() / 60_000) * 60_000;
  const counts = { key_id: id, minute, allowed: 7, limited: 1, refused: 0 };
  const use = {
    secret_hash: 'of its value',
    at: minute + 1,
    address: '127.0.0.1',
    user_agent: 'gateway/1.4',
  };
  const batch = { id: crypto.randomUUID(), rows: [{ ...counts, ...use }] };
  await writeBatch(app().deps.db, batch);
  await writeBatch(app().deps.db, batch);
  expect(await usageOf(id)).toEqual({ allowed: 7, limited: 1, refused: 0 });
  await writeBatch(app().deps.db, { ...batch, id: crypto.randomUUID() });
  expect(await usageOf(id)).toEqual({ allowed: 14, limited: 2, refused: 0 });
});

test('the uses of two values of a key in one minute, and of one value in two, are one batch', async () => {
  const { call } = await app().verifiedUser();
  const { id } = await call(contract.createKey, sandbox('rotated'));
  const { db } = app().deps;
  const [stored] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  const minute = Math.floor(app().now().getTime() / 60_000) * 60_000;
  const row = { key_id: id, minute, allowed: 1, limited: 0, refused: 0, user_agent: 'gateway/1.4' };
  const current = { ...row, secret_hash: stored?.secretHash ?? '' };
  const former = 'of its former value';
  await db.insert(replacedKeys).values({ secretHash: former, keyId: id, replacedAt: app().now() });
  await writeBatch(db, {
    id: crypto.randomUUID(),
    rows: [
      { ...current, at: minute + 2, address: '203.0.113.2' },
      { ...current, minute: minute - 60_000, at: minute - 1, address: '203.0.113.1' },
      { ...row, secret_hash: former, at: minute + 3, address: '203.0.113.3' },
    ],
  });
  expect(await usageOf(id)).toEqual({ allowed: 3, limited: 0, refused: 0 });
  const { lastUse } = await call(getKeyUsage, { params: { id }, query: { window: '24h' } });
  expect(lastUse).toMatchObject({ at: new Date(minute + 2).toISOString(), address: '203.0.113.2' });
});

test('after 90 days minutes become days, and running the job again changes nothing', async () => {
  const { call } = await app().verifiedUser();
  const { id: keyId } = await call(contract.createKey, sandbox('old'));
  const { db } = app().deps;
  const counts = { keyId, allowed: 10, limited: 2, refused: 1 };
  const daysAgo = (days: number, minute: number) =>
    new Date(Math.floor(app().now().getTime() / 86_400_000 - days) * 86_400_000 + minute * 60_000);
  await db.insert(keyUsageMinutes).values([
    { ...counts, minute: daysAgo(91, 0) },
    { ...counts, minute: daysAgo(91, 1439) },
    { ...counts, minute: daysAgo(120, 60) },
    { ...counts, minute: daysAgo(90, 0) },
    { ...counts, minute: daysAgo(3, 7) },
  ]);
  await rollUpUsage(app().deps);
  await rollUpUsage(app().deps);
  const days = await db
    .select()
    .from(keyUsageDays)
    .where(eq(keyUsageDays.keyId, keyId))
    .orderBy(keyUsageDays.day);
  const day = (ago: number) => daysAgo(ago, 0).toISOString().slice(0, 10);
  expect(days).toEqual([
    { ...counts, day: day(120) },
    { ...counts, day: day(91), allowed: 20, limited: 4, refused: 2 },
  ]);
  expect(await usageOf(keyId)).toEqual({ allowed: 20, limited: 4, refused: 2 });
  const month = await call(getKeyUsage, { params: { id: keyId }, query: { window: '30d' } });
  expect(month.total).toEqual({ allowed: 10, limited: 2, refused: 1 });
  expect(month.buckets.at(-4)).toMatchObject({ allowed: 10, start: `${day(3)}T00:00:00.000Z` });
});

test('behind a trusted proxy the address is that of the caller', async () => {
  const proxied = await startTestApp({ env: { TRUST_PROXY: 'on' } });
  const { call } = await proxied.verifiedUser();
  const key = await call(contract.createKey, sandbox('proxied'));
  await checkKey(key.key, { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' }, proxied);
  await proxied.deps.keyCheck.flushUsage();
  const { lastUse } = await call(getKeyUsage, { params: { id: key.id }, query: {} });
  expect(lastUse?.address).toBe('203.0.113.9');
  await proxied.stop();
});
