// The figures behind BallastBackupOld and BallastOperatorLogBroken move: each is read at the limit of its alert.
import { readFile } from 'node:fs/promises';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOperator } from '../../../testing/operator.ts';
import { readMetrics } from '../../../testing/read-metrics.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const token = 'a-token-of-the-scraper';
const env = { METRICS_TOKEN: token };
const app = useTestApp({ env });
// The log is verified once an hour, so it is broken before the first time.
const broken = useTestApp({ env });

const find = async (url: string, name: string) => (await readMetrics(url, token)).find(name);

const alerts = new URL('../../../../../deploy/prometheus/alerts.yaml', import.meta.url);
const limitOf = async (alert: string) => {
  const [, rule = ''] = (await readFile(alerts, 'utf8')).split(`alert: ${alert}\n`);
  const [, hours] = /backup_age_seconds\) > (\d+) \* 3600/.exec(rule) ?? [];
  return Number(hours) * 3600;
};

test('the age of the newest backup is absent without one, then small, and passes the limit of its alert', async () => {
  const name = 'ballast_backup_age_seconds';
  const age = async () => (await find(app().url, name))[0]?.value;
  expect(await find(app().url, name)).toEqual([]);
  const operator = await openOperator(app());
  await operator.run('backup-taken');
  expect(await age()).toBeLessThan(3600);
  const limit = await limitOf('BallastBackupOld');
  await app().deps.db.execute(
    sql`update last_times set at = at - ${`${limit} seconds`}::interval where what = 'backup'`,
  );
  expect(await age()).toBeGreaterThanOrEqual(limit);
  expect(await operator.json('status')).toMatchObject({ lastBackupAt: expect.any(String) });
  await operator.run('backup-taken');
  expect(await age()).toBeLessThan(3600);
  await operator.close();
});

test('a changed entry of the operator log is 1, an unchanged log is 0', async () => {
  const name = 'ballast_operator_log_broken';
  for (const each of [app(), broken()]) {
    const operator = await openOperator(each);
    await operator.run('users', 'list');
    await operator.run('log');
    await operator.close();
  }
  await broken().deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update operator_log set target = 'nobody' where position = 1`);
  });
  // A scrape does not wait for the verification that it causes.
  const isSaid = (url: string, value: number) =>
    waitFor(`the log to be ${value}`, async () => expect(await find(url, name)).toMatchObject([{ value }]));
  await isSaid(app().url, 0);
  await isSaid(broken().url, 1);
});
