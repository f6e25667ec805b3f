// What the log says when the job queue fails for a reason of its own.
import { waitFor } from '@ballast/harness/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres, openTestDatabase } from '../../testing/databases/database.ts';
import { openLog } from '../runtime/observability/log.ts';
import { openJobs } from './jobs.ts';
import { queue } from './queue.ts';

test.runIf(onPostgres())('a failure of the queue has its code, and is told once', async () => {
  const database = await openTestDatabase();
  const lines: { msg: string; err: { code?: string } }[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const [fails, another] = [queue('fails'), queue('another')];
  const jobs = await openJobs(database, [fails, another], log);
  onTestFinished(async () => {
    await database.pool.query('alter table pgboss.moved rename to job_common');
    await jobs.stop();
    await database.close();
  });
  await database.pool.query('alter table pgboss.job_common rename to moved');
  // Each has two workers, and each of those fails.
  for (const each of [fails, another]) await jobs.work(each, async () => {});
  await waitFor('the log to tell it', () => expect(lines.length).toBeGreaterThan(0));
  expect(lines).toMatchObject([{ msg: 'job queue', err: { code: '42P01' } }]);
});
