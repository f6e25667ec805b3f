// What runs, for those who look after it.
import type { OperatorStatus } from '@ballast/contract/operator/status';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onPostgres } from '../../../../testing/databases/database.ts';
import { openOperator } from '../../../../testing/operator.ts';
import { useTestApp } from '../../../../testing/test-app.ts';

const kind = onPostgres() ? 'postgresql' : 'embedded';
const app = useTestApp({ env: onPostgres() ? { DATABASE_URL: 'postgres://127.0.0.1/its-kind' } : {} });

test('it tells version, processes, database, migrations, Redis, jobs and mail, to people and to programs', async () => {
  const operator = await openOperator(app());
  const status = await waitFor('the process to be counted', async () => {
    const read = (await operator.json('status')) as OperatorStatus;
    expect(read.processes).toHaveLength(1);
    return read;
  });
  expect(status).toMatchObject({
    node: process.version,
    process: { pid: process.pid },
    database: { kind, state: 'ready', missingMigrations: [] },
    redis: 'not used',
    workers: { up: 1, wanted: 1 },
    // Something is always about to be done.
    queues: expect.any(Array),
    ...{ mail: 'dev mailbox', mailFailing: false, certificates: [], lastBackupAt: null },
  });
  const { exitCode, out } = await operator.run('status');
  expect(exitCode).toBe(0);
  expect(out).toMatch(
    new RegExp(
      `^Version +\\d.*\\nProcess +${process.pid}, since .*\\nProcesses +.*\\nWorkers +1 of 1\\nDatabase +${kind}, \\d.*, ready\\n` +
        '(Connections +\\d+ of \\d+\\n)?Migrations +all applied\\nClock +.*\\nRedis +not used\\nJobs +[^]*\\n' +
        'Mail +dev mailbox\\nCertificates +none\\nLast backup +not known$',
    ),
  );
  await operator.close();
});

test('a migration that is missing is named, and the exit code says that something is wrong', async () => {
  const operator = await openOperator(app());
  const { db } = app().deps;
  await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  const { exitCode, out } = await operator.run('status');
  await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^Migrations +missing: \d{4}_\w+$/m);
  await operator.close();
});

test('a process that stops leaves the socket of one that started later on the same folder', async () => {
  const [first, second] = [await openOperator(app()), await openOperator(app())];
  await first.close();
  expect((await second.run('status')).exitCode).toBe(0);
  await second.close();
  expect(await second.run('status')).toMatchObject({
    exitCode: 1,
    problem: expect.stringContaining('The portal is not running'),
  });
});
