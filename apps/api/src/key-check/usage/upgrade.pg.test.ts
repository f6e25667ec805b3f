// Minutes that were counted before usage was stored by day are still told, and the portal that counted them goes on.

import { exportData } from '@ballast/contract/auth/leaving';
import { createKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage, getUsage } from '@ballast/contract/keys/key-usage';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { openFormerDatabase } from '../../../testing/databases/former-database.ts';
import { somebodyToWait } from '../../../testing/databases/lock-wait.ts';
import { runJob } from '../../../testing/run-job.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Db } from '../../db/connections/open.ts';
import { prepareUsageDaysQueue } from './partitions.ts';
import { rollUpUsageQueue } from './roll-up-usage.ts';
import { writeBatch } from './usage-batch.ts';

let app: TestApp;
let former: Awaited<ReturnType<typeof openFormerDatabase>>;
beforeAll(async () => {
  former = await openFormerDatabase('0029');
  app = await startTestApp({ database: former.database });
});
afterAll(() => app?.stop());

const day = 24 * 3600;
const refusal = (statement: string) =>
  app.deps.db.execute(sql.raw(statement)).then(
    () => null,
    (error: { cause?: Error }) => error.cause?.message,
  );

// One count is being written when the upgrade begins, and the next one comes while it waits.
const upgradeWhileWriting = async (adminUrl: string, write: (db: Db) => Promise<unknown>) => {
  const admin = drizzle(adminUrl);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = app.deps.db.transaction(async (tx) => {
    await write(tx);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  try {
    const upgraded = former.upgrade();
    await somebodyToWait(admin);
    // A statement is not sent before somebody waits for it.
    const next = Promise.resolve(write(app.deps.db));
    await somebodyToWait(admin, 2);
    end.resolve();
    await Promise.all([first, upgraded, next]);
  } finally {
    end.resolve();
  }
  await admin.$client.end();
};

test('what was counted before is told after the upgrade, what comes meanwhile and later is added, and ends in time', async () => {
  const person = await app.verifiedUser();
  const key = await person.call(createKey, { body: { name: 'old', environment: 'SANDBOX' } });
  const write = (daysAgo: number, allowed: number, db = app.deps.db) => {
    const minute = Math.floor(app.now().getTime() / 60_000) * 60_000 - daysAgo * day * 1000;
    const counts = { key_id: key.id, minute, allowed, limited: 0, refused: 0 };
    const use = { secret_hash: 'of its value', at: minute, address: '127.0.0.1', user_agent: 'gateway/1.4' };
    return writeBatch(db, { id: crypto.randomUUID(), rows: [{ ...counts, ...use }] });
  };
  const told = async () => {
    const { call } = await app.signIn(person.email);
    const one = await call(getKeyUsage, { params: { id: key.id }, query: { window: '90d' } });
    const all = await call(getUsage, { query: { environment: 'SANDBOX', window: '30d' } });
    const [exported] = JSON.parse(await call(exportData)).apiKeys as { usage: { allowed: number }[] }[];
    const days = exported?.usage.map(({ allowed }) => allowed);
    return { key: one.total.allowed, environment: all.total.allowed, days };
  };

  await write(80, 1);
  await write(20, 10);
  await write(0, 100);
  // A clock that was wrong for a while.
  await write(-900, 1000);
  const before = await told();
  expect(before).toEqual({ key: 111, environment: 110, days: [1, 10, 100, 1000] });

  await (former.adminUrl ? upgradeWhileWriting(former.adminUrl, (db) => write(0, 0, db)) : former.upgrade());
  expect(await told()).toEqual(before);

  // Nobody has granted anything since.
  await write(20, 20);
  await write(0, 200);
  await write(-1, 0);
  await runJob(app, prepareUsageDaysQueue);
  const since = { key: 331, environment: 330, days: [1, 30, 300, 0, 1000] };
  expect(await told()).toEqual(since);

  app.skipSeconds(30 * day);
  await runJob(app, rollUpUsageQueue);
  expect(await told()).toEqual({ ...since, key: 330, environment: 0 });
  app.skipSeconds(65 * day);
  await runJob(app, rollUpUsageQueue);
  expect(await told()).toEqual({ ...since, key: 0, environment: 0 });
});

test.runIf(onPostgres())('the role that serves can make and drop days, and nothing else', async () => {
  expect(await refusal(`drop table key_usage_minutes_default`)).toMatch(/must be owner/);
  expect(await refusal(`alter table key_usage_minutes detach partition key_usage_minutes_default`)).toMatch(
    /must be owner/,
  );
  const { rows } = await app.deps.db.execute(sql`
    select make_key_usage_partition('infinity') as endless, make_key_usage_partition(null) as none,
      make_key_usage_partition(current_date + 40) as late, make_key_usage_partition('0001-01-01') as early,
      drop_key_usage_partition(null) as nothing`);
  expect(rows).toEqual([{ endless: false, none: false, late: false, early: false, nothing: null }]);
});
