// Operators approve a part of what was asked for, for a time, and set limits by themselves.
import { listActivities } from '@ballast/contract/activities';
import { createKey, deleteKey, getKey } from '@ballast/contract/keys/api-keys';
import { listRequests, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { restoreKey } from '@ballast/contract/keys/restore-key';
import type { OperatorEntry } from '@ballast/contract/operator/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperator } from '../../../../testing/operator.ts';
import { runJob } from '../../../../testing/run-job.ts';
import { useTestApp } from '../../../../testing/test-app.ts';
import { dueQueue } from '../feature.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const newRequest = async () => {
  const person = await app().verifiedUser();
  const { id } = await person.call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  const body = { requestedLimit: 50, reason: 'We onboard three merchants in May.' };
  const { request } = await person.call(requestRateLimit, { params: { id }, body });
  const limit = async () => (await person.call(getKey, { params: { id } })).rateLimit;
  return { person, id, request: request.id, limit };
};
const newestEntry = async (): Promise<OperatorEntry> =>
  (await operator.json('log', '--limit', '1')).entries[0];
const dayFromNow = (days: number) =>
  new Date(app().now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);

test('less than was asked for can be approved, and holds', async () => {
  const { person, request, limit } = await newRequest();
  expect(await operator.run('requests', 'approve', request, '--limit', '20')).toMatchObject({ exitCode: 0 });
  expect(await limit()).toBe(20);
  // Its owner is not told that all of it was given.
  const [seen] = await person.call(listRequests);
  expect(seen).toMatchObject({ status: 'APPROVED', requestedLimit: 50, approvedLimit: 20 });
  expect(await newestEntry()).toMatchObject({ before: { limit: 3 }, after: { limit: 20 } });
  expect((await operator.run('requests', 'show', request)).out).toMatch(
    /^Limit +3 req\/sec before, 50 asked for, 20 given$/m,
  );
  await app().waitForMail(person.email, /rate limit is now 20 req/);
});

test('a limit until a day holds to its end, and then the key has the one before', async () => {
  const { person, id, request, limit } = await newRequest();
  const day = dayFromNow(10);
  await operator.run('requests', 'approve', request, '--until', day);
  expect(await limit()).toBe(50);
  const { text } = await app().waitForMail(person.email, /rate limit is now 50 req/);
  expect(text).toMatch(
    / can now make 50 requests per second until .+ at 00:00 UTC\. Then its limit is 3 again\./,
  );
  expect((await operator.run('keys', 'show', id)).out).toMatch(
    /Limit +50 req\/sec until \S+ 00:00 UTC, then 3/,
  );

  app().skipSeconds(10 * 24 * 3600 - 3600);
  await runJob(app(), dueQueue);
  const again = await app().signIn(person.email);
  expect((await again.call(getKey, { params: { id } })).rateLimit).toBe(50);
  app().skipSeconds(25 * 3600);
  await runJob(app(), dueQueue);
  const later = await app().signIn(person.email);
  expect((await later.call(getKey, { params: { id } })).rateLimit).toBe(3);
  expect(await newestEntry()).toMatchObject({
    ...{ actor: 'the portal', action: 'keys limit', target: `key ${id}` },
    ...{ before: { limit: 50 }, after: { limit: 3 } },
  });
  await app().waitForMail(person.email, /rate limit is now 3 req/);
  expect((await later.call(listActivities, { query: {} })).map(({ type }) => type)).toContain(
    'rate_limit_changed',
  );
});

test('a key that is deleted when its limit ends, and restored, has the limit before', async () => {
  const { person, id, request } = await newRequest();
  await operator.run('requests', 'approve', request, '--until', dayFromNow(1));
  app().skipSeconds(49 * 3600);
  const { call } = await app().signIn(person.email);
  await call(deleteKey, { params: { id } });
  await runJob(app(), dueQueue);
  await call(restoreKey, { params: { id } });
  expect((await call(getKey, { params: { id } })).rateLimit).toBe(3);
});

test('a limit can be lowered and raised without a request, and ends one that was for a time', async () => {
  const { person, id, request, limit } = await newRequest();
  await operator.run('requests', 'approve', request, '--limit', '40', '--until', dayFromNow(2));
  const lowered = await operator.json('keys', 'limit', id, '5', '--reason', 'Card testing');
  expect(lowered).toMatchObject({ rateLimit: 5, limitEndsAt: null, limitAfter: null });
  expect(await limit()).toBe(5);
  expect(await newestEntry()).toMatchObject({
    ...{ action: 'keys limit', target: `key ${id}` },
    ...{ before: { limit: 40 }, after: { limit: 5, reason: 'Card testing' } },
  });
  // The developer learns the limit, and not the reason.
  const { text } = await app().waitForMail(person.email, /rate limit is now 5 req/);
  expect(text).not.toContain('Card testing');
  app().skipSeconds(4 * 24 * 3600);
  await runJob(app(), dueQueue);
  expect((await operator.json('keys', 'show', id)).rateLimit).toBe(5);
});

test('a wrong limit or day changes nothing', async () => {
  const { request, id } = await newRequest();
  const approve = (...args: string[]) => operator.run('requests', 'approve', request, ...args);
  const number = 'limit must be a whole number from 1 to 1000';
  for (const limit of ['0', '1001', '2.5', 'many'])
    expect(await approve('--limit', limit)).toEqual({ exitCode: 2, problem: number });
  expect(await approve('--until', '2020-01-01')).toEqual({
    exitCode: 2,
    problem: 'until must be in the future',
  });
  for (const until of ['Christmas', '2027-02-31', '9999-12-31'])
    expect(await approve('--until', until)).toMatchObject({ exitCode: 2 });
  expect(await operator.json('requests', 'show', request)).toMatchObject({ status: 'PENDING' });
  await operator.run('keys', 'revoke', id, '--reason', 'leaked');
  expect(await operator.run('keys', 'limit', id, '5', '--reason', 'x')).toEqual({
    exitCode: 1,
    problem: 'This key is revoked already',
  });
});
