// What /metrics tells an operator.
import { logIn, resendVerificationEmail } from '@ballast/contract/auth/auth';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { readMetrics } from '../../../testing/read-metrics.ts';
import { failureOf, password, startTestApp, type TestApp, useTestApp } from '../../../testing/test-app.ts';
import { mailPause } from '../../identity/throttling/limits.ts';
import { makeKeySecret } from '../../key-check/key-secret.ts';

const env = { METRICS_TOKEN: 'a-token-of-the-scraper' };
const app = useTestApp({ env });
const scrape = ({ url }: TestApp = app()) => readMetrics(url, env.METRICS_TOKEN);

type Growth = [name: string, labels: Record<string, string>, by: number];
// A request is counted when its answer has left, so the caller may be a moment ahead of the count.
const expectGrowth = async (work: () => Promise<unknown>, growth: Growth[]) => {
  const before = await scrape();
  await work();
  await waitFor('everything to be counted', async () => {
    const after = await scrape();
    const grown = growth.map(([name, labels]) => [
      name,
      labels,
      after.value(name, labels) - before.value(name, labels),
    ]);
    expect(grown).toEqual(growth);
  });
};

test('it tells how long key checks waited for the database, and counts none that memory answers', async () => {
  const check = async (value: string) => {
    const answer = await fetch(`${app().url}/v1/key-check`, {
      headers: { authorization: `Bearer ${value}` },
    });
    expect(answer.status).toBe(401);
    await answer.text();
  };
  const value = makeKeySecret('SANDBOX');
  const waits = (by: number): Growth[] => [['ballast_key_check_wait_seconds_count', {}, by]];
  await expectGrowth(() => check(value), waits(1));
  await expectGrowth(() => check('no-key-at-all'), waits(0));
});

test('it tells which version runs, and how the process, its event loop and its database are', async () => {
  const { value } = await scrape();
  expect(value('ballast_build_info', { version: packageJson.version, node: process.version })).toBe(1);
  await waitFor('the portal to be ready', async () =>
    expect((await scrape()).value('ballast_ready')).toBe(1),
  );
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  const { pool } = app().database;
  expect(value('ballast_database_connections_max')).toBe(pool.options.max);
  expect(value('ballast_database_connections')).toBeGreaterThan(0);
  const statements = { statement: 'select' };
  expect(value('ballast_database_query_duration_seconds_count', statements)).toBeGreaterThan(0);
});

test('while all connections are taken it answers, says so, and leaves out what only the database knows', async () => {
  const { pool } = app().database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const { value, find } = await scrape();
    expect(value('ballast_database_connections', { state: 'in_use' })).toBe(pool.options.max);
    expect(value('ballast_database_connections', { state: 'idle' })).toBe(0);
    expect(value('ballast_ready')).toBe(0);
    expect(find('ballast_jobs_waiting')).toEqual([]);
  } finally {
    for (const client of held) client.release();
  }
});

test('requests are counted by route, method and kind of answer, and nothing that somebody made up is a label', async () => {
  const counted = 'ballast_http_request_duration_seconds_count';
  const made = async () => {
    await failureOf(app().call(logIn, { body: { email: 'nobody@northwind.dev', password } }));
    for (const path of ['/made-up', '/api/made-up/1', '/api/made-up/2?token=secret', '/%ff'])
      for (const method of ['GET', 'POST', 'PROPFIND', 'MKCOL'])
        await (await fetch(`${app().url}${path}`, { method })).text();
  };
  await expectGrowth(made, [
    [counted, { route: '/api/auth/login', method: 'POST', status: '4xx' }, 1],
    ['ballast_http_request_duration_seconds_bucket', { route: '/api/auth/login', le: '+Inf' }, 1],
    [counted, { route: 'unknown', status: '4xx' }, 16],
    [counted, { route: 'unknown', method: 'other' }, 8],
  ]);
  const routes = (await scrape()).find(counted).map(({ labels }) => labels.route ?? '');
  expect(routes.filter((route) => /made-up|%|secret/.test(route))).toEqual([]);
});

test('sign-ins are counted by way and outcome', async () => {
  const email = await app().signUpUnverified();
  const sign = async () => {
    await failureOf(app().call(logIn, { body: { email, password: 'Wrong-pass1!' } }));
    await app().signIn(email);
    await app().signIn(email);
  };
  await expectGrowth(sign, [
    ['ballast_sign_ins_total', { way: 'password', outcome: 'succeeded' }, 2],
    ['ballast_sign_ins_total', { way: 'password', outcome: 'refused' }, 1],
    ['ballast_sign_ins_total', { way: 'passkey' }, 0],
  ]);
});

test('mails are counted by what became of them: one too many is held', async () => {
  const email = await app().signUpUnverified();
  const ask = async () => {
    await app().deps.throttles.of(mailPause).delete(`verification ${email}`);
    await app().call(resendVerificationEmail, { body: { email } });
  };
  // A mailbox gets eight in an hour, and one came with the sign-up.
  for (let requests = 0; requests < 8; requests += 1) await ask();
  await waitFor('a mail to be held, and the rest to be sent', async () => {
    const { value } = await scrape();
    expect(value('ballast_mails_total', { outcome: 'held' })).toBe(1);
    expect(value('ballast_mails_total', { outcome: 'sent' })).toBeGreaterThan(1);
    const completed = { queue: 'send-email', outcome: 'completed' };
    expect(value('ballast_jobs_total', completed)).toBeGreaterThan(1);
  });
});

let failing: TestApp;
beforeAll(async () => {
  failing = await startTestApp({
    env,
    mailer: () => ({ send: () => Promise.reject(new Error('the mail server is away')), close: () => {} }),
  });
});
afterAll(() => failing?.stop());

test('mails that fail, jobs that are given up and jobs that wait are seen', async () => {
  await failing.signUpUnverified();
  const isDue = sql`now() - interval '90 seconds'`;
  const queueMail = (retryLimit: number) =>
    failing.deps.db.execute(sql`
      insert into pgboss.job (name, data, start_after, retry_limit)
      values ('send-email', '{"template":"account-exists","to":"mara@northwind.dev","fullName":"Mara"}', ${isDue}, ${retryLimit})`);
  await queueMail(0);
  await waitFor('one mail to fail for now, and one for good', async () => {
    const { value } = await scrape(failing);
    expect(value('ballast_jobs_total', { queue: 'send-email', outcome: 'failed' })).toBeGreaterThan(0);
    expect(value('ballast_jobs_total', { queue: 'send-email', outcome: 'given_up' })).toBe(1);
    expect(value('ballast_mails_total', { outcome: 'failed' })).toBeGreaterThan(1);
  });
  // As docs/operations.md puts a job back that was given up.
  await failing.deps.db.execute(
    sql`update pgboss.job set state = 'retry', retry_count = 0, start_after = now() where state = 'failed'`,
  );
  await waitFor('the job to be tried once more', async () => {
    const { value } = await scrape(failing);
    expect(value('ballast_jobs_total', { queue: 'send-email', outcome: 'given_up' })).toBe(2);
  });
  await failing.deps.jobs.stop();
  await queueMail(5);
  await waitFor('the mail that nobody sends to be seen', async () => {
    const { value } = await scrape(failing);
    expect(value('ballast_jobs_waiting', { queue: 'send-email' })).toBeGreaterThan(0);
    expect(value('ballast_jobs_oldest_waiting_seconds', { queue: 'send-email' })).toBeGreaterThanOrEqual(90);
    expect(value('ballast_jobs_waiting', { queue: 'faucet-transfer' })).toBe(0);
  });
});
