// Operators see which jobs fail and why, try them again and remove them; status and metrics tell that mail is away.
import type { OperatorJob } from '@ballast/contract/operator/jobs';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperator } from '../../../../testing/operator.ts';
import { readMetrics } from '../../../../testing/read-metrics.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import type { Mail } from '../../../email/layout.ts';

const sent: Mail[] = [];
let isAway = false;
// A mail server that can be away.
const mailer = () => ({
  send: async (mail: Mail) => {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    sent.push(mail);
  },
  close: () => {},
});
const token = 'a-token-of-the-scraper';
const app = useTestApp({ mailer, env: { METRICS_TOKEN: token } });
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const listed = async (): Promise<OperatorJob[]> => operator.json('jobs', 'list', '--queue', 'send-email');
const metric = async (name: string, labels = {}) => (await readMetrics(app().url, token)).value(name, labels);

const failingMail = async () => {
  isAway = true;
  const email = await app().signUpUnverified();
  const job = await waitFor('the mail to fail', async () => {
    const [found] = (await listed()).filter(({ state, lastError }) => state === 'retry' && lastError);
    if (!found) throw new Error('none has failed');
    return found;
  });
  return { email, job };
};
const sentTo = (email: string) =>
  waitFor(`the mail to ${email}`, () => expect(sent.map(({ to }) => to)).toContain(email));

test('a mail that fails is listed with its error; status and metrics tell at once that mail is away', async () => {
  expect((await operator.run('status')).exitCode).toBe(0);
  const { email, job } = await failingMail();
  expect(job).toEqual({
    ...{ id: expect.any(String), queue: 'send-email', state: 'retry' },
    ...{ createdAt: expect.any(String), attempts: expect.any(Number) },
    ...{ lastError: expect.stringContaining('ESOCKET'), nextAttemptAt: expect.any(String) },
  });
  // The list holds no address.
  expect(JSON.stringify(job)).not.toContain(email);
  const status = await operator.run('status');
  expect(status.exitCode).toBe(1);
  expect(status.out).toMatch(/^Mail +.*the last attempt failed/m);
  expect(status.out).toMatch(/send-email: .*1 tried again/);
  expect(await metric('ballast_mail_failing')).toBe(1);
  expect(await metric('ballast_jobs_retrying', { queue: 'send-email' })).toBe(1);
  expect(await metric('ballast_oldest_job_age_seconds', { queue: 'send-email' })).toBeGreaterThan(0);

  isAway = false;
  expect(await operator.json('jobs', 'retry', job.id.slice(0, 13))).toEqual({ retried: 1 });
  await sentTo(email);
  await waitFor('everything to be well again', async () =>
    expect((await operator.run('status')).exitCode).toBe(0),
  );
  expect(await metric('ballast_mail_failing')).toBe(0);
});

test('jobs that were given up are tried again, one or all; one is removed for a reason', async () => {
  const { email, job } = await failingMail();
  await app().deps.db.execute(sql`
    update pgboss.job set state = 'failed', retry_count = 30, completed_on = now()
    where name = 'send-email' and id = ${job.id}`);
  expect(await listed()).toMatchObject([{ id: job.id, state: 'failed', nextAttemptAt: null }]);
  isAway = false;
  expect(await operator.run('jobs', 'retry', '--all', '--queue', 'send-email')).toEqual({
    exitCode: 0,
    out: '1 job will be tried within half a minute.',
  });
  await sentTo(email);

  const other = await failingMail();
  expect(await operator.json('jobs', 'drop', other.job.id, '--reason', 'wrong address')).toMatchObject({
    id: other.job.id,
  });
  isAway = false;
  expect(await listed()).toEqual([]);
  const { entries } = await operator.json('log', '--limit', '1');
  expect(entries).toMatchObject([
    { action: 'jobs drop', target: `job ${other.job.id}`, after: { reason: 'wrong address' } },
  ]);
});

test('a job that was queued more than five minutes ago is no longer well', async () => {
  const id = crypto.randomUUID();
  await app().deps.db.execute(sql`
    insert into pgboss.job (id, name, state, retry_limit, retry_count, created_on, started_on, start_after) values
      (${id}, 'faucet-transfer', 'retry', 30, 3, now() - interval '6 minutes', '2020-01-01', now() + interval '1 hour')`);
  const { exitCode, out } = await operator.run('status');
  expect(exitCode).toBe(1);
  expect(out).toMatch(/faucet-transfer: 0 waiting; 1 tried again, the oldest of 3\d\d s ago/);
  expect(await metric('ballast_oldest_job_age_seconds', { queue: 'faucet-transfer' })).toBeGreaterThan(300);
  await operator.run('jobs', 'drop', id, '--reason', 'made by a test');
});

test('a queue that does not exist is refused with the names of those that do', async () => {
  const unknown = {
    exitCode: 1,
    problem: expect.stringMatching(/^No queue send-emial\. There are .*send-email/),
  };
  expect(await operator.run('jobs', 'list', '--queue', 'send-emial')).toEqual(unknown);
  expect(await operator.run('jobs', 'retry', '--all', '--queue', 'send-emial')).toEqual(unknown);
  const own = await operator.run('jobs', 'retry', '--all', '--queue', '__pgboss__send-it');
  expect(own).toMatchObject({ exitCode: 1, problem: expect.not.stringContaining(', __pgboss') });
});

test.each(['completed', 'active'])('one that is %s is neither dropped nor tried again', async (state) => {
  const id = crypto.randomUUID();
  await app().deps.db.execute(sql`
    insert into pgboss.job (id, name, state, started_on, expire_seconds)
    values (${id}, 'faucet-transfer', ${state}::pgboss.job_state, now(), 3600)`);
  const refused = { exitCode: 1, problem: 'This job is done, or is being done' };
  expect(await operator.run('jobs', 'drop', id, '--reason', 'too late')).toEqual(refused);
  expect(await operator.run('jobs', 'retry', id)).toEqual(refused);
  const { rows } = await app().deps.db.execute(sql`delete from pgboss.job where id = ${id} returning state`);
  expect(rows).toEqual([{ state }]);
});

test('one that is dropped and tried again at once by several people is dropped once', async () => {
  const { job } = await failingMail();
  const drop = () => operator.run('jobs', 'drop', job.id, '--reason', 'wrong address');
  const ends = await Promise.all([drop(), drop(), drop()]);
  isAway = false;
  expect(ends.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1]);
});

test.each([
  [['jobs', 'retry'], 2, 'Add the job: its id, or the start of it.'],
  [['jobs', 'retry', '--all'], 2, 'Name the queue with --queue.'],
  [['jobs', 'retry', 'abcd', '--all'], 2, 'Add one job, or --all with --queue.'],
  [['jobs', 'retry', 'ffffffff'], 1, 'No job ffffffff'],
  [['jobs', 'drop', "x' or 1=1", '--reason', 'x'], 1, "No job x' or 1=1"],
  [['jobs', 'drop', 'abcd'], 2, 'Add --reason. The operator log keeps it.'],
])('%j is refused', async (args, exitCode, problem) => {
  expect(await operator.run(...args)).toEqual({ exitCode, problem });
});
