// Usage as its owner reads it: in full hours and days of UTC, without gaps.

import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage, getUsage } from '@ballast/contract/keys/key-usage';
import { lt, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../../testing/test-app.ts';
import { rollUpUsage } from '../../../key-check/usage/roll-up-usage.ts';
import { keyUsageHours, keyUsageMinutes } from '../../../key-check/usage/tables.ts';
import { writeBatch } from '../../../key-check/usage/usage-batch.ts';
import { readUsage } from './read-usage.ts';

const app = useTestApp();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startOf = (ms: number) => Math.floor(app().deps.now().getTime() / ms) * ms;

const newKey = async () => {
  const { call, user } = await app().verifiedUser();
  const { id } = await call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  return { call, id, owner: user.id };
};

const use = (keyId: string, at: number, [allowed, limited = 0, refused = 0]: [number, number?, number?]) =>
  app()
    .deps.db.insert(keyUsageMinutes)
    .values({ keyId, minute: new Date(at), allowed, limited, refused });

test('24 hours are the running one and the 23 full ones before it', async () => {
  const { call, id } = await newKey();
  const thisHour = startOf(hourMs);
  await use(id, thisHour, [1]);
  await use(id, thisHour - 60_000, [2, 5]);
  await use(id, thisHour - 23 * hourMs, [4, 0, 7]);
  await use(id, thisHour - 23 * hourMs - 60_000, [1000]);
  const { buckets, total } = await call(getKeyUsage, { params: { id }, query: {} });
  expect(total).toEqual({ allowed: 7, limited: 5, refused: 7 });
  expect(buckets.at(-1)).toEqual({
    start: new Date(thisHour).toISOString(),
    allowed: 1,
    limited: 0,
    refused: 0,
  });
  expect(buckets.at(-2)).toMatchObject({ allowed: 2, limited: 5 });
  expect(buckets[0]).toEqual({
    start: new Date(thisHour - 23 * hourMs).toISOString(),
    allowed: 4,
    limited: 0,
    refused: 7,
  });
  const between = buckets.slice(1, -2);
  expect(between).toHaveLength(21);
  expect(between.every(({ allowed, limited, refused }) => !allowed && !limited && !refused)).toBe(true);
});

test('30 days begin at midnight in UTC, whatever the hour', async () => {
  const { call, id } = await newKey();
  const today = startOf(dayMs);
  await use(id, today, [1]);
  await use(id, today - 60_000, [2]);
  await use(id, today - 29 * dayMs, [4]);
  await use(id, today - 29 * dayMs - 60_000, [1000]);
  const { buckets, total, bucketSeconds } = await call(getKeyUsage, {
    params: { id },
    query: { window: '30d' },
  });
  expect(bucketSeconds).toBe(86_400);
  expect(total.allowed).toBe(7);
  expect(buckets.map(({ allowed }) => allowed)).toEqual([4, ...Array(27).fill(0), 2, 1]);
  expect(buckets.every(({ start }) => start.endsWith('T00:00:00.000Z'))).toBe(true);
});

test('an hour is the running minute and the 59 full ones before it, of a key and of all keys', async () => {
  const { call, id } = await newKey();
  const { id: deletedId } = await call(createKey, { body: { name: 'till', environment: 'SANDBOX' } });
  const thisMinute = startOf(60_000);
  await use(id, thisMinute, [1]);
  await use(id, thisMinute - 59 * 60_000, [4, 2]);
  await use(id, thisMinute - 60 * 60_000, [1000]);
  await use(deletedId, thisMinute - 60_000, [0, 0, 8]);
  await call(deleteKey, { params: { id: deletedId } });
  const own = await call(getKeyUsage, { params: { id }, query: { window: '1h' } });
  expect(own).toMatchObject({ window: '1h', bucketSeconds: 60 });
  expect(own.buckets.map(({ allowed }) => allowed)).toEqual([4, ...Array(58).fill(0), 1]);
  expect(own.buckets[0]?.start).toBe(new Date(thisMinute - 59 * 60_000).toISOString());
  const all = await call(getUsage, { query: { environment: 'SANDBOX', window: '1h' } });
  expect(all.total).toEqual({ allowed: 5, limited: 2, refused: 8 });
  expect(all.buckets.at(-2)).toMatchObject({ refused: 8 });
  expect(all.keys.map(({ total }) => total)).toEqual([{ allowed: 5, limited: 2, refused: 0 }]);
});

test('7 days are told by the hour and 90 by the day, as long as minutes are kept', async () => {
  const { call, id } = await newKey();
  const [thisHour, today] = [startOf(hourMs), startOf(dayMs)];
  await use(id, thisHour - 167 * hourMs, [4]);
  await use(id, thisHour - 167 * hourMs - 60_000, [1000]);
  await use(id, today - 89 * dayMs, [7]);
  await use(id, today - 89 * dayMs - 60_000, [10_000]);
  await rollUpUsage(app().deps);
  const usage = async (window: '7d' | '90d') => {
    const { buckets, bucketSeconds, total } = await call(getKeyUsage, { params: { id }, query: { window } });
    return [bucketSeconds, buckets.length, buckets[0]?.allowed, total.allowed];
  };
  expect(await usage('7d')).toEqual([3600, 168, 4, 4]);
  expect(await usage('90d')).toEqual([86_400, 90, 7, 1011]);
  // The sum over all keys of an environment would be one over millions of minutes.
  const request = call(getUsage, { query: { environment: 'SANDBOX', window: '7d' as '24h' } });
  expect(await failureOf(request)).toMatchObject({ fields: { window: 'window must be 1h, 24h or 30d' } });
});

test('a part of the time is told in the finest steps that are not too many, up to now', async () => {
  const { call, id } = await newKey();
  const [thisMinute, thisHour] = [startOf(60_000), startOf(hourMs)];
  await use(id, thisMinute, [1]);
  await use(id, thisHour - 30 * dayMs, [2, 1]);
  await use(id, thisHour - 30 * dayMs + 90 * 60_000, [4]);
  const usage = (from: number, to: number) =>
    call(getKeyUsage, {
      params: { id },
      query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    });
  const old = await usage(thisHour - 30 * dayMs - 1000, thisHour - 30 * dayMs + 90 * 60_000);
  expect(old).toMatchObject({ bucketSeconds: 60, total: { allowed: 2, limited: 1, refused: 0 } });
  expect(old.buckets).toHaveLength(91);
  expect(old.buckets[1]).toMatchObject({ start: new Date(thisHour - 30 * dayMs).toISOString(), limited: 1 });
  const running = await usage(thisMinute - 60_000, thisMinute + hourMs);
  expect(running.buckets.map(({ allowed }) => allowed)).toEqual([0, 1]);
  expect((await usage(thisMinute + hourMs, thisMinute + 2 * hourMs)).buckets).toEqual([]);
  const steps: number[] = [];
  for (const hours of [2, 14, 42, 7 * 24, 8 * 24])
    steps.push((await usage(thisHour - hours * hourMs, thisHour)).bucketSeconds);
  expect(steps).toEqual([60, 300, 900, 3600, 86_400]);
});

test.each([
  [{ from: '2026-11-18T10:00:00Z' }, 'to must be set together with from'],
  [{ from: '2026-11-18T10:00:00Z', to: '2026-11-18T10:00:00Z' }, 'to must be later than from'],
  [{ from: '2026-08-01T00:00:00Z', to: '2026-11-18T00:00:00Z' }, 'to must be at most 90 days after from'],
])('%j is no part of the time', async (query, message) => {
  const { call, id } = await newKey();
  const failure = await failureOf(call(getKeyUsage, { params: { id }, query }));
  expect(failure).toMatchObject({ status: 422, fields: { to: message } });
});

test('a key deleted since counts in the sum and is not listed', async () => {
  const { call, id } = await newKey();
  const { id: stayingId } = await call(createKey, { body: { name: 'kept', environment: 'SANDBOX' } });
  await use(id, startOf(hourMs), [5]);
  await use(stayingId, startOf(hourMs), [3, 2]);
  await call(deleteKey, { params: { id } });
  const { total, keys } = await call(getUsage, { query: { environment: 'SANDBOX' } });
  expect(total).toEqual({ allowed: 8, limited: 2, refused: 0 });
  expect(keys.map(({ keyId, total }) => [keyId, total])).toEqual([
    [stayingId, { allowed: 3, limited: 2, refused: 0 }],
  ]);
  expect(await failureOf(call(getKeyUsage, { params: { id }, query: {} }))).toMatchObject({ status: 404 });
});

test('counts beyond what an integer holds are still exact', async () => {
  const { call, id } = await newKey();
  for (let minute = 0; minute < 3; minute += 1)
    await use(id, startOf(hourMs) - minute * 60_000, [2_147_483_647]);
  expect((await call(getKeyUsage, { params: { id }, query: {} })).total.allowed).toBe(3 * 2_147_483_647);
});

test('another window is refused by name', async () => {
  const { call, id } = await newKey();
  const request = call(getKeyUsage, { params: { id }, query: { window: '8d' as '24h' } });
  expect(await failureOf(request)).toMatchObject({
    status: 422,
    fields: { window: 'window must be 1h, 24h, 7d, 30d or 90d' },
  });
});

// A session ends long before the clock has moved by days, so the rule is asked itself.
const sumOf = async (ownerId: string, window: '24h' | '30d' = '24h') => {
  const { total, buckets } = await readUsage(app().deps, ownerId, { environment: 'SANDBOX', window });
  return { ...total, allowedBy: buckets.map(({ allowed }) => allowed) };
};

const batchOf = (keyId: string, at: number, allowed: number) => ({
  key_id: keyId,
  minute: at,
  allowed,
  limited: 1,
  refused: 0,
  secret_hash: 'of its value',
  at: 0,
  address: '',
  user_agent: '',
});

test('the sum of an environment is exact at the edges of its window, while the clock moves and minutes grow', async () => {
  const { owner, id } = await newKey();
  const thisHour = startOf(hourMs);
  await use(id, thisHour - 23 * hourMs - 60_000, [1000]);
  await use(id, thisHour - 23 * hourMs, [1, 2, 3]);
  await use(id, thisHour - 22 * hourMs - 60_000, [10]);
  await use(id, thisHour - 60_000, [100]);
  await use(id, thisHour, [200]);
  const { db } = app().deps;
  const grow = [batchOf(id, thisHour, 5), batchOf(id, thisHour + 60_000, 7)];
  await writeBatch(db, { id: crypto.randomUUID(), rows: grow });
  expect(await sumOf(owner)).toEqual({
    allowed: 323,
    limited: 4,
    refused: 3,
    allowedBy: [11, ...Array(21).fill(0), 100, 212],
  });
  app().skipSeconds(3600);
  expect(await sumOf(owner)).toMatchObject({ allowed: 312, allowedBy: [...Array(21).fill(0), 100, 212, 0] });
  app().skipSeconds(22 * 3600);
  expect((await sumOf(owner)).allowed).toBe(212);
  app().skipSeconds(3600);
  expect((await sumOf(owner)).allowed).toBe(0);
});

test('many processes that write at the same time, and a write that fails, leave an exact sum', async () => {
  const { call, owner, id: first } = await newKey();
  const ids = [first];
  for (const name of ['b', 'c', 'd'])
    ids.push((await call(createKey, { body: { name, environment: 'SANDBOX' } })).id);
  const { db } = app().deps;
  const minute = startOf(hourMs);
  const write = (turn: number) => {
    const rows = ids.map((id) => batchOf(id, minute, 1));
    return writeBatch(db, { id: crypto.randomUUID(), rows: turn % 2 ? rows : rows.toReversed() });
  };
  await Promise.all(Array.from({ length: 20 }, (_, turn) => write(turn)));
  expect(await sumOf(owner)).toMatchObject({ allowed: 80, limited: 80 });

  await db.execute(sql`alter table key_usage_hours rename to elsewhere`);
  await expect(write(0)).rejects.toThrow();
  await db.execute(sql`alter table elsewhere rename to key_usage_hours`);
  await write(0);
  const { total, keys } = await call(getUsage, { query: { environment: 'SANDBOX' } });
  expect(total).toEqual({ allowed: 84, limited: 84, refused: 0 });
  expect(keys.reduce((sum, key) => sum + key.total.allowed, 0)).toBe(84);
});

test('minutes that become days take nothing from the sum, and hours that no window reaches are removed', async () => {
  const { owner, id } = await newKey();
  const today = startOf(dayMs);
  await use(id, today - 100 * dayMs, [1000]);
  await use(id, today - 29 * dayMs - 60_000, [1000]);
  await use(id, today - 29 * dayMs, [4]);
  await use(id, today, [1]);
  await rollUpUsage(app().deps);
  expect((await sumOf(owner, '30d')).allowed).toBe(5);
  const hours = await app()
    .deps.db.select()
    .from(keyUsageHours)
    .where(lt(keyUsageHours.hour, new Date(today - 90 * dayMs)));
  expect(hours).toEqual([]);
  app().skipSeconds(91 * 24 * 3600);
  await rollUpUsage(app().deps);
  expect((await sumOf(owner, '30d')).allowed).toBe(0);
  expect(await app().deps.db.select().from(keyUsageHours)).toEqual([]);
});
