// The owner has a day to stop a reset of their second factors. While no mail gets out, nobody knows of it, and that day does not begin.
import type { OperatorJob } from '@ballast/contract/operator/jobs';
import { waitFor } from '@ballast/harness/wait-for';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedUser } from '../../../../testing/factors/authenticator.ts';
import { openOperator } from '../../../../testing/operator.ts';
import { runJob } from '../../../../testing/run-job.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { factors } from '../../../identity/factors/tables.ts';
import { dueQueue } from '../feature.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
let isAway = false;
// A mail server that can be away.
beforeAll(async () => {
  operator = await openOperator(app());
  const { mailer } = app().deps;
  const { send } = mailer;
  mailer.send = async (mail) => {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    await send(mail);
  };
});
afterAll(() => operator.close());

const hour = 3600;
const countFactors = (userId: string) => app().deps.db.$count(factors, eq(factors.userId, userId));
const resetAtOf = async (email: string): Promise<string | null> =>
  (await operator.json('users', 'show', email)).factorsResetAt;
const listMails = async () => {
  const jobs: OperatorJob[] = await operator.json('jobs', 'list', '--queue', 'send-email');
  return jobs.filter(({ state }) => state !== 'failed');
};
const allSent = () => waitFor('all mails to be sent', async () => expect(await listMails()).toEqual([]));
const failedJob = () =>
  waitFor('the mail to fail', async () => {
    const found = (await listMails()).find(({ state, lastError }) => state === 'retry' && lastError);
    if (!found) throw new Error('none has failed');
    return found;
  });
const requestUntold = async () => {
  isAway = false;
  const owner = await guardedUser(app());
  await allSent();
  isAway = true;
  await operator.run('users', 'reset-factors', owner.email, '--reason', 'Lost phone');
  return { owner, job: await failedJob() };
};
const dueAfter = async (seconds: number) => {
  app().skipSeconds(seconds);
  await runJob(app(), dueQueue);
};

test('while the mail server is away nothing is removed; the day begins when the owner is told', async () => {
  const { owner, job } = await requestUntold();
  const first = await resetAtOf(owner.email);
  await dueAfter(25 * hour);
  expect(await countFactors(owner.user.id)).toBe(1);
  const later = await resetAtOf(owner.email);
  expect(Date.parse(later ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(25 * hour * 1000);

  isAway = false;
  await operator.run('jobs', 'retry', job.id);
  await app().waitForMail(owner.email, /will be removed$/);
  await allSent();
  await dueAfter(23 * hour);
  expect(await countFactors(owner.user.id)).toBe(1);
  await dueAfter(hour);
  expect(await countFactors(owner.user.id)).toBe(0);
});

// As after 30 tries.
const giveUp = (id: string) =>
  app().deps.db.execute(sql`
    update pgboss.job set state = 'failed', retry_count = 30, completed_on = now()
    where name = 'send-email' and id = ${id}`);
const drop = (id: string) => operator.run('jobs', 'drop', id, '--reason', 'The address does not exist');

test.each([
  ['given up', giveUp],
  ['dropped', drop],
])('when the only mail was %s, the request has ended, and the operator log says so', async (_, end) => {
  const { owner, job } = await requestUntold();
  await end(job.id);
  await dueAfter(25 * hour);
  expect(await countFactors(owner.user.id)).toBe(1);
  expect(await resetAtOf(owner.email)).toBeNull();
  const { entries } = await operator.json('log', '--limit', '2');
  expect(entries).toContainEqual(
    expect.objectContaining({
      ...{ actor: 'the portal', action: 'users reset-factors', target: `user ${owner.user.id}` },
      after: { reason: 'no mail about it got out' },
    }),
  );
  isAway = false;
  expect(await operator.run('users', 'reset-factors', owner.email, '--reason', 'Again')).toMatchObject({
    exitCode: 0,
  });
});
