// Minutes of usage are stored by day: a day that is over goes as a whole, and a day that nobody prepared loses nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportData } from '@ballast/contract/auth/leaving';
import { createKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { getKeyUsage, getUsage, type KeyUsageWindow } from '@ballast/contract/keys/key-usage';
import { createClock } from '@ballast/harness/clock';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/databases/database.ts';
import { productionSettings } from '../../../testing/production-settings.ts';
import { runJob } from '../../../testing/run-job.ts';
import { startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { restoreBackup } from '../../db/backup/restore-backup.ts';
import { writeBackup } from '../../db/backup/write-backup.ts';
import type { Queue } from '../../jobs/queue.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { nameOfDay, prepareUsageDaysQueue } from './partitions.ts';
import { rollUpUsageQueue } from './roll-up-usage.ts';

const day = 24 * 3600;
// The database goes by its own clock, and drops no day that is not over by it: so the tests begin some weeks ago.
const clock = createClock(secondsBefore(new Date(), 60 * day));
const { SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS } = productionSettings;
const env = { KEEP_DAYS: 'usage_minutes=21', SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS };
const app = useTestApp({ env, clock });
const folder = await mkdtemp(join(tmpdir(), 'ballast-usage-days-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const today = () => nameOfDay(app().now());
const partitionOf = (named: string) => `key_usage_minutes_${named.replaceAll('-', '_')}`;

const run = (queue: Queue<object>) => runJob(app(), queue);
const partitions = async () => {
  const { rows } = await app().deps.db.execute<{ name: string }>(
    sql`select name from key_usage_partitions()`,
  );
  return rows.map(({ name }) => name);
};
const placesOf = async (keyId: string, { db } = app().deps) => {
  const { rows } = await db.execute<{ place: string }>(
    sql`select tableoid::regclass::text as place from key_usage_minutes where key_id = ${keyId} order by minute`,
  );
  return rows.map(({ place }) => place);
};

const newKey = async () => {
  const person = await app().verifiedUser();
  const key = await person.call(createKey, { body: { name: 'used', environment: 'SANDBOX' } });
  const use = async () => {
    await app().callAs(key.key)(checkKey);
    await app().deps.keyCheck.flushUsage();
  };
  const readTotals = async (window: KeyUsageWindow = '90d', on = app()) => {
    const { call } = await on.signIn(person.email);
    const one = await call(getKeyUsage, { params: { id: key.id }, query: { window } });
    const all = await call(getUsage, { query: { environment: 'SANDBOX', window: '30d' } });
    const [exported] = JSON.parse(await call(exportData)).apiKeys as { usage: { day: string }[] }[];
    const days = exported?.usage.map((each) => each.day);
    return { key: one.total.allowed, environment: all.total.allowed, days };
  };
  return { id: key.id, use, readTotals };
};

test('a day that is over goes as a whole and is still told in the account’s data, and nothing younger goes', async () => {
  await run(prepareUsageDaysQueue);
  const key = await newKey();
  const first = today();
  await key.use();
  app().skipSeconds(3 * day);
  const second = today();
  await key.use();
  expect(await placesOf(key.id)).toEqual([first, second].map(partitionOf));
  expect(await key.readTotals()).toEqual({ key: 2, environment: 2, days: [first, second] });

  app().skipSeconds(18 * day);
  await run(rollUpUsageQueue);
  expect(await partitions()).toContain(partitionOf(first));
  app().skipSeconds(day);
  const before = await partitions();
  await run(rollUpUsageQueue);
  expect(await partitions()).toEqual(before.filter((name) => name > partitionOf(first)));
  expect(await placesOf(key.id)).toEqual([partitionOf(second)]);
  expect(await key.readTotals()).toEqual({ key: 1, environment: 2, days: [first, second] });
});

test('a use on a day that nobody prepared is told, and moves to its day without being counted again', async () => {
  const key = await newKey();
  app().skipSeconds(12 * day);
  await key.use();
  expect(await key.readTotals()).toMatchObject({ key: 1, environment: 1 });
  await run(prepareUsageDaysQueue);
  expect(await placesOf(key.id)).toEqual([partitionOf(today())]);
  await key.use();
  expect(await key.readTotals()).toEqual({ key: 2, environment: 2, days: [today()] });

  // A clock from which no day can be made.
  await app().deps.db.execute(
    sql`insert into key_usage_minutes values (${key.id}, '1999-12-31T23:59Z', 1, 0, 0)`,
  );
  await run(prepareUsageDaysQueue);
  expect(await placesOf(key.id)).toEqual(['key_usage_minutes_default', partitionOf(today())]);
  await run(rollUpUsageQueue);
  expect(await placesOf(key.id)).toEqual([partitionOf(today())]);
  expect((await key.readTotals()).days).toEqual(['1999-12-31', today()]);
});

test('minutes from before the first day, which an upgrade left in one partition, become days', async () => {
  const key = await newKey();
  const { db } = app().deps;
  await db.execute(sql`create table key_usage_minutes_before (like key_usage_minutes)`);
  await db.execute(sql`alter table key_usage_minutes attach partition key_usage_minutes_before
    for values from (minvalue) to ('2001-01-01T00:00Z')`);
  await db.execute(sql`insert into key_usage_minutes values
    (${key.id}, '2000-11-30T23:59Z', 1, 0, 0), (${key.id}, '2000-12-01T00:00Z', 2, 0, 0)`);
  expect(await placesOf(key.id)).toEqual(['key_usage_minutes_before', 'key_usage_minutes_before']);
  await run(rollUpUsageQueue);
  expect(await partitions()).not.toContain('key_usage_minutes_before');
  expect((await key.readTotals()).days).toEqual(['2000-11-30', '2000-12-01']);
});

test('processes that prepare, count and clear away at once do each thing once', async () => {
  const key = await newKey();
  await run(prepareUsageDaysQueue);
  await key.use();
  const first = today();
  app().skipSeconds(22 * day);
  const [prepare, clear] = [prepareUsageDaysQueue, rollUpUsageQueue];
  await Promise.all([...[prepare, clear, prepare, clear].map(run), key.use()]);
  expect(await partitions()).not.toContain(partitionOf(first));
  expect(await key.readTotals()).toMatchObject({ key: 1, days: [first, today()] });
  await run(prepareUsageDaysQueue);
  expect(await placesOf(key.id)).toEqual([partitionOf(today())]);
});

test('whoever asks about a day is told from its partition, and no other is read', async () => {
  const key = await newKey();
  await run(prepareUsageDaysQueue);
  const past = today();
  app().skipSeconds(3 * day);
  const { pool } = app().database;
  const queries: { text: string; values: unknown[] }[] = [];
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  const watch = (...given: unknown[]) => {
    const [{ text }, values] = given as [{ text?: string }, unknown[]];
    if (text?.includes('from "key_usage_minutes"')) queries.push({ text, values });
    return query(...given);
  };
  Object.assign(pool, { query: watch });
  await key.readTotals('24h');
  Object.assign(pool, { query });
  expect(queries).toHaveLength(2);
  const [ofKey] = queries;
  const { rows } = await pool.query(`explain (costs off) ${ofKey?.text}`, ofKey?.values);
  const plan = JSON.stringify(rows);
  expect(plan).toContain(partitionOf(today()));
  expect(plan).not.toContain(partitionOf(past));
  expect(plan).not.toContain('key_usage_minutes_default');
});

test('a restore brings the minutes of every day to their days', async () => {
  const key = await newKey();
  await key.use();
  const first = today();
  app().skipSeconds(2 * day);
  await key.use();
  await app().deps.db.execute(
    sql`insert into key_usage_minutes values (${key.id}, '2199-01-01T00:00Z', 1, 0, 0)`,
  );
  const file = join(folder, 'usage.backup');
  const sums = await writeBackup(app().deps.patientDb, file, app().now());
  const database = await openTestDatabase();
  expect(await restoreBackup(database.patientDb, file)).toMatchObject({ sums });
  const restored = await startTestApp({ env, clock, database });
  expect(await key.readTotals('90d', restored)).toEqual({
    key: 2,
    environment: 2,
    days: [first, today(), '2199-01-01'],
  });
  expect(await placesOf(key.id, restored.deps)).toEqual([
    partitionOf(first),
    partitionOf(today()),
    'key_usage_minutes_default',
  ]);
  await restored.stop();
});
