// What the log and the metrics tell has happened: it left after the commit, once, however often the transaction was tried.
import type { ActivityType } from '@ballast/contract/activities';
import { getTransfer, requestTokens } from '@ballast/contract/faucet';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { whileCommitsFail } from '../../testing/failing-commits.ts';
import { readMetrics } from '../../testing/read-metrics.ts';
import { type TestApp, useTestApp } from '../../testing/test-app.ts';
import { activities } from '../identity/tables.ts';

const env = { METRICS_TOKEN: 'a-token-of-the-scraper' };
const app = useTestApp({ env });
type Developer = Awaited<ReturnType<TestApp['verifiedUser']>>;

const changePassword = ({ session }: Developer) =>
  fetch(`${app().baseUrl}/auth/v1/user`, {
    method: 'PUT',
    body: JSON.stringify({ password: 'Another-pass1!' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
  });

const lines = (): { event?: string; account?: string; msg?: string }[] =>
  readPortalLogs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const linesOf = ({ user }: Developer, type: ActivityType) =>
  lines().filter(({ event, account }) => event === type && account === user.id).length;

const rowsOf = ({ user }: Developer, type: ActivityType) =>
  app().deps.db.$count(activities, and(eq(activities.userId, user.id), eq(activities.type, type)));

const repetitions = () => lines().filter(({ msg }) => msg === 'a transaction is repeated').length;

test('a password change that meets two conflicts leaves one row and one line', async () => {
  const owner = await app().verifiedUser();
  const refusal = { type: 'password_changed', times: 2, code: '40001' } as const;
  const answer = await whileCommitsFail(app().deps.db, refusal, () => changePassword(owner));
  expect(answer.status).toBe(200);
  expect(repetitions()).toBe(2);
  expect([await rowsOf(owner, 'password_changed'), linesOf(owner, 'password_changed')]).toEqual([1, 1]);
});

test('a password change that is rolled back leaves no row and no line', async () => {
  const owner = await app().verifiedUser();
  const refusal = { type: 'password_changed', times: 1, code: '23514' } as const;
  const answer = await whileCommitsFail(app().deps.db, refusal, () => changePassword(owner));
  expect(answer.status).toBe(500);
  expect([await rowsOf(owner, 'password_changed'), linesOf(owner, 'password_changed')]).toEqual([0, 0]);
});

test('a password change that gives up after three conflicts leaves no row and no line', async () => {
  const owner = await app().verifiedUser();
  const refusal = { type: 'password_changed', times: 3, code: '40001' } as const;
  const answer = await whileCommitsFail(app().deps.db, refusal, () => changePassword(owner));
  expect(answer.status).toBe(503);
  expect([await rowsOf(owner, 'password_changed'), linesOf(owner, 'password_changed')]).toEqual([0, 0]);
});

test('a faucet transfer that meets two conflicts is counted once in /metrics', async () => {
  const owner = await app().verifiedUser();
  const countCompleted = async () =>
    (await readMetrics(app().url, env.METRICS_TOKEN)).value('ballast_faucet_transfers_total', {
      outcome: 'completed',
    });
  const before = await countCompleted();
  const refusal = { type: 'faucet_request_success', times: 2, code: '40001' } as const;
  await whileCommitsFail(app().deps.db, refusal, async () => {
    const { id } = await owner.call(requestTokens, { body: {} });
    await waitFor('the transfer to be completed', async () =>
      expect((await owner.call(getTransfer, { params: { id } })).status).toBe('COMPLETED'),
    );
  });
  expect(await rowsOf(owner, 'faucet_request_success')).toBe(1);
  await waitFor('the transfer to be counted', async () =>
    expect(await countCompleted()).toBeGreaterThan(before),
  );
  expect(await countCompleted()).toBe(before + 1);
  expect(linesOf(owner, 'faucet_request_success')).toBe(1);
});
