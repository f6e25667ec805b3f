import { logIn } from '@ballast/contract/auth/auth';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { failureOf, password, useTestApp } from '../../testing/test-app.ts';
import { sweepUnverifiedQueue } from './delete-unverified.ts';
import { users } from './tables.ts';

const app = useTestApp();
const days = (count: number) => app().skipSeconds(count * 24 * 3600);

test('an account that nobody verified goes after 30 days without a sign-in, a sign-up or a link, and no other', async () => {
  const { db, jobs } = app().deps;
  const { email: verified } = await app().verifiedUser();
  const abandoned = await app().signUpUnverified();
  const used = await app().signUpUnverified();
  const browser = app().inBrowser();
  const again = await app().signUpUnverified(undefined, undefined, browser);
  days(20);
  await app().signIn(used);
  await app().signUpUnverified(again, undefined, browser);
  days(11);
  const fresh = await app().signUpUnverified();
  await jobs.enqueue(db, sweepUnverifiedQueue, {});
  await waitFor('the sweep', async () => {
    const left = (await db.select({ email: users.email }).from(users)).map(({ email }) => email);
    expect(left.sort()).toEqual([verified, used, again, fresh].sort());
  });
  // The address is free again, and its former claimant learns no more than a stranger.
  expect((await failureOf(app().call(logIn, { body: { email: abandoned, password } }))).code).toBe(
    'invalid_credentials',
  );
  await app().signUpUnverified(abandoned);
});
