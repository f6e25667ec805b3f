// Support removes second factors that were lost. The person who asks may be an attacker, so the owner is told and can stop it.
import { listActivities } from '@ballast/contract/activities';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { listKeys } from '@ballast/contract/keys/api-keys';
import type { OperatorEntry } from '@ballast/contract/operator/log';
import { getProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedUser } from '../../../../testing/factors/authenticator.ts';
import { openPasskeyUser } from '../../../../testing/factors/passkeys.ts';
import { useNotMe } from '../../../../testing/not-me.ts';
import { openOperator } from '../../../../testing/operator.ts';
import { runJob } from '../../../../testing/run-job.ts';
import { failureOf, newAddress, useTestApp } from '../../../../testing/test-app.ts';
import { factors, passkeys } from '../../../identity/factors/tables.ts';
import { dueQueue } from '../feature.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());
const { tokenIn, press, moveTo } = useNotMe(app);

const hour = 3600;
const reset = (who: string, ...more: string[]) =>
  operator.run('users', 'reset-factors', who, '--reason', 'Lost phone, ticket 12', ...more);
const lost = async (userId: string) => {
  const { db } = app().deps;
  const left = [
    await db.$count(factors, eq(factors.userId, userId)),
    await db.$count(passkeys, eq(passkeys.userId, userId)),
  ];
  return left.every((count) => count === 0);
};
const newestEntry = async (): Promise<OperatorEntry> =>
  (await operator.json('log', '--limit', '1')).entries[0];
const willBeRemoved = /^Your Ballast second steps will be removed$/;
const wereRemoved = /^Your Ballast second steps were removed$/;

test('after a day the factors are gone, everybody is signed out, and the password is enough to sign in', async () => {
  const owner = await guardedUser(app());
  // The order of what happens in the same second is open.
  app().skipSeconds(1);
  const requested = await reset(owner.email);
  expect(requested.out).toMatch(/Second steps +1, will be removed at /);
  expect(await newestEntry()).toMatchObject({
    ...{ actor: 'deploy', action: 'users reset-factors', target: `user ${owner.user.id}` },
    after: { dueAt: expect.any(String), reason: 'Lost phone, ticket 12' },
  });
  await app().waitForMail(owner.email, willBeRemoved);
  expect((await owner.call(listActivities, { query: {} }))[0]).toMatchObject({
    type: 'second_factor_reset_requested',
  });

  app().skipSeconds(23 * hour);
  await runJob(app(), dueQueue);
  expect(await lost(owner.user.id)).toBe(false);
  await owner.call(getProfile).catch(() => {});

  app().skipSeconds(hour);
  await runJob(app(), dueQueue);
  expect(await lost(owner.user.id)).toBe(true);
  expect((await failureOf(owner.call(getProfile))).status).toBe(401);
  await app().waitForMail(owner.email, wereRemoved);
  const again = await app().signIn(owner.email);
  await again.call(listKeys, { query: {} });
  const types = (await again.call(listActivities, { query: {} })).map(({ type }) => type);
  expect(types).toContain('second_factor_reset');
  expect(await newestEntry()).toMatchObject({
    ...{ actor: 'deploy', action: 'users reset-factors' },
    ...{ before: { factors: 1, passkeys: 0 }, after: { factors: 0, passkeys: 0 } },
  });
});

test('the owner stops it by the link in the mail; a later job removes nothing', async () => {
  const owner = await guardedUser(app());
  await reset(owner.email);
  const answer = await press(await tokenIn(owner.email, willBeRemoved));
  expect(answer).toMatchObject({ mailedTo: owner.email });
  expect(answer.takenBack).toContain('reset');
  app().skipSeconds(25 * hour);
  await runJob(app(), dueQueue);
  const mails = (await app().mails()).filter(({ to }) => to === owner.email);
  expect(mails.some(({ subject }) => wereRemoved.test(subject))).toBe(false);
  expect(await operator.json('users', 'show', owner.email)).toMatchObject({ factorsResetAt: null });
});

test('a thief who moved the account before is found out: every address of 30 days is told, and can stop it', async () => {
  const owner = await openPasskeyUser(app());
  const first = owner.email;
  const second = await moveTo(owner, newAddress('second'));
  app().skipSeconds(8 * 24 * hour);
  await reset(second);
  await app().waitForMail(second, willBeRemoved);
  const token = await tokenIn(first, willBeRemoved);
  const answer = await app().call(thisWasNotMe, { body: { token } });
  // The address was left too long ago to get the account back. It learns nothing about the new one.
  expect(answer).toEqual({
    ...{ takenBack: ['reset'], mailedTo: null, passwordStays: true },
    keptKeys: { named: [], more: false },
  });
  app().skipSeconds(25 * hour);
  await runJob(app(), dueQueue);
  expect(await lost(owner.user.id)).toBe(false);

  // After 30 days the former address hears nothing.
  app().skipSeconds(30 * 24 * hour);
  await reset(second);
  await app().waitForMail(second, willBeRemoved, 2);
  const mailed = (await app().mails()).filter(
    ({ to, subject }) => to === first && willBeRemoved.test(subject),
  );
  expect(mailed).toHaveLength(1);
});

test('at once needs a second name, and both are in the log', async () => {
  const owner = await guardedUser(app());
  const problem = '--now must be used with --as and the name of a second person';
  for (const as of [[], ['--as', 'deploy'], ['--as', 'Deploy']])
    expect(await reset(owner.email, '--now', ...as)).toEqual({ exitCode: 2, problem });
  expect(await lost(owner.user.id)).toBe(false);
  expect(await reset(owner.email, '--now', '--as', 'Ines')).toMatchObject({ exitCode: 0 });
  expect(await lost(owner.user.id)).toBe(true);
  expect(await newestEntry()).toMatchObject({ actor: 'deploy', as: 'Ines', after: { factors: 0 } });
  await app().waitForMail(owner.email, wereRemoved);
  expect((await operator.run('log', '--limit', '1')).out).toContain('deploy (as Ines)');
});

test('what would make no sense is refused', async () => {
  const owner = await guardedUser(app());
  await reset(owner.email);
  expect(await reset(owner.email)).toEqual({
    exitCode: 1,
    problem: expect.stringMatching(/^The second steps of this account will already be removed at \S+$/),
  });
  await operator.run('users', 'suspend', owner.email, '--reason', 'abuse');
  const closed = { exitCode: 1, problem: 'This account is suspended or deleted' };
  expect(await reset(owner.email)).toEqual(closed);
  await operator.run('users', 'restore', owner.email);
  // The suspension has ended the request.
  expect(await operator.json('users', 'show', owner.email)).toMatchObject({ factorsResetAt: null });
  const plain = await app().verifiedUser();
  expect(await reset(plain.email)).toEqual({
    exitCode: 1,
    problem: 'This account has no second step and no passkey',
  });
});

test('of several requests at once one is taken', async () => {
  const owner = await guardedUser(app());
  const ends = await Promise.all([1, 2, 3].map(() => reset(owner.email)));
  expect(ends.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1]);
});

test('an account whose reset fails keeps no other one waiting', async () => {
  const { deps } = app();
  const [broken, owner] = [await guardedUser(app()), await guardedUser(app())];
  for (const { email } of [broken, owner]) {
    await reset(email);
    await app().waitForMail(email, willBeRemoved);
  }
  await deps.db.execute(sql`
    create function refuse_deletion() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
  await deps.db.execute(sql`
    create trigger refuse_deletion before delete on factors for each row
      when (old.user_id = ${sql.raw(`'${broken.user.id}'`)}) execute function refuse_deletion()`);
  app().skipSeconds(24 * hour);
  await deps.jobs.enqueue(deps.db, dueQueue, {});
  await waitFor('the other reset', async () => expect(await lost(owner.user.id)).toBe(true));
  expect(await lost(broken.user.id)).toBe(false);

  await deps.db.execute(sql`drop trigger refuse_deletion on factors`);
  await runJob(app(), dueQueue);
  expect(await lost(broken.user.id)).toBe(true);
});
