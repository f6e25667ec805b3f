// The holder of an old link, a spent link or somebody else's link tries this.

import {
  changeEmail,
  confirmEmailChange,
  forgotPassword,
  logIn,
  resendVerificationEmail,
  resetPassword,
} from '@ballast/contract/auth/auth';
import { endSession, getSessionUser, updateSessionUser } from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { somebodyToWait } from '../../../testing/databases/lock-wait.ts';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { sessions, users } from '../../identity/tables.ts';
import { mailPause } from '../../identity/throttling/limits.ts';
import { mailRecovery } from './mail-recovery.ts';

const app = useTestApp();
const newPassword = 'Brand-new-pass1!';

const changeLink = async (to: string) => {
  const mail = await app().waitForMail(to, /^Confirm your new email/);
  return new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
};
const verifyByLibrary = (token_hash: string, type = 'signup') =>
  app().post('/auth/v1/verify', JSON.stringify({ token_hash, type }));

test('row 4: a reset link that was mailed to the old address is worth nothing after the change', async () => {
  const { email, call } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  const newEmail = newAddress('moved');
  await call(changeEmail, { body: { newEmail } });
  await call(confirmEmailChange, { body: { token: await changeLink(newEmail) } });

  const reset = app().call(resetPassword, { body: { token, password: newPassword } });
  expect(await failureOf(reset)).toMatchObject({ status: 400, code: 'link_invalid' });
  expect((await failureOf(app().callAs(token)(getSessionUser))).code).toBe('session_not_found');
  await app().call(logIn, { body: { email: newEmail, password } });
});

test('row 19: a second verification link signs nobody in once the address is verified', async () => {
  const email = await app().signUpUnverified();
  const first = await app().verificationToken(email);
  await app().deps.throttles.of(mailPause).delete(`verification ${email}`);
  await app().call(resendVerificationEmail, { body: { email } });
  const second = await app().verificationToken(email, 2);
  expect((await verifyByLibrary(first)).status).toBe(200);

  const answer = await verifyByLibrary(second);
  expect([answer.status, await answer.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'otp_expired' }),
  ]);
});

test('row 20: a spent reset link neither reads the profile nor signs anybody else out', async () => {
  const { email } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  const link = app().callAs(token);
  await link(updateSessionUser, { query: {}, body: { password: newPassword } });
  const { session } = await app().call(logIn, { body: { email, password: newPassword } });
  const owner = app().callAs(session?.access_token ?? '');

  expect((await failureOf(link(getSessionUser))).code).toBe('session_not_found');
  for (const scope of ['global', 'others'] as const) {
    expect((await failureOf(link(endSession, { query: { scope } }))).code).toBe('not_for_reset_link');
  }
  expect(await owner(getProfile)).toMatchObject({ email });
  await link(endSession, { query: { scope: 'local' } });
  expect(await owner(getProfile)).toMatchObject({ email });
});

test('row 20: a reset link that is not spent yet signs nobody else out', async () => {
  const { email, call } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  const ending = app().callAs(token)(endSession, { query: { scope: 'global' } });
  expect((await failureOf(ending)).code).toBe('not_for_reset_link');
  expect(await call(getProfile)).toMatchObject({ email });
});

test('row 18: the link to a new address lets nobody into the account, and changes nothing by itself', async () => {
  const owner = await app().verifiedUser();
  const mistyped = newAddress('mistyped');
  await owner.call(changeEmail, { body: { newEmail: mistyped } });
  const token = await changeLink(mistyped);

  const byLibrary = await verifyByLibrary(token, 'email_change');
  expect([byLibrary.status, await byLibrary.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'reauthentication_needed' }),
  ]);
  expect(await failureOf(app().call(confirmEmailChange, { body: { token } }))).toMatchObject({
    status: 403,
    code: 'proof_needed',
    message: 'Sign in or enter your password to confirm the address.',
  });
  const stranger = await app().verifiedUser();
  expect(await failureOf(stranger.call(confirmEmailChange, { body: { token } }))).toMatchObject({
    status: 403,
    code: 'wrong_account',
    message: 'This link belongs to another account. Sign in to that account to confirm the address.',
  });
  const guess = app().call(confirmEmailChange, { body: { token, password: 'Wrong-guess1!' } });
  expect(await failureOf(guess)).toMatchObject({ status: 400, code: 'invalid_credentials' });
  expect(await owner.call(getProfile)).toMatchObject({ email: owner.email });

  await owner.call(confirmEmailChange, { body: { token } });
  expect(await owner.call(getProfile)).toMatchObject({ email: mistyped });
});

test('row 18: guesses of the password behind a link are limited like sign-ins', async () => {
  const owner = await app().verifiedUser();
  const newEmail = newAddress('guessed');
  await owner.call(changeEmail, { body: { newEmail } });
  const token = await changeLink(newEmail);
  const statuses = [];
  for (let tried = 0; tried < 11; tried += 1) {
    const guess = app().call(confirmEmailChange, { body: { token, password: `Wrong-guess${tried}!` } });
    statuses.push((await failureOf(guess)).status);
  }
  expect(statuses.at(0)).toBe(400);
  expect(statuses.at(-1)).toBe(429);
});

test('row 18: neither a reset link nor an ended session confirms a new address', async () => {
  const { email, call, session } = await app().verifiedUser();
  const newEmail = newAddress('pending');
  await call(changeEmail, { body: { newEmail } });
  const token = await changeLink(newEmail);
  await app().call(forgotPassword, { body: { email } });
  const { access_token = '' } = await app().resetLink(email);
  expect((await failureOf(app().callAs(access_token)(confirmEmailChange, { body: { token } }))).status).toBe(
    401,
  );
  await call(endSession, { query: { scope: 'local' } });
  const late = app().callAs(session.access_token)(confirmEmailChange, { body: { token } });
  expect((await failureOf(late)).status).toBe(401);
});

test('a link whose challenge is its verifier is not mailed', async () => {
  const { email } = await app().verifiedUser();
  const challenge = { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' };
  for (const path of ['signup', 'recover', 'resend']) {
    const body = JSON.stringify({ email, password, type: 'signup', ...challenge });
    const answer = await app().post(`/auth/v1/${path}`, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      fields: { code_challenge_method: 'code_challenge_method must be s256 or S256' },
    });
  }
});

// Only a database with several connections shows it.
test.runIf(onPostgres())(
  'row 4: a reset link that is being made while the address changes is made for nobody',
  async () => {
    const { email, user } = await app().verifiedUser();
    const { deps } = app();
    let mailing: Promise<unknown> = Promise.resolve();
    await deps.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, user.id)).for('update');
      await tx
        .update(users)
        .set({ email: newAddress('moved') })
        .where(eq(users.id, user.id));
      mailing = mailRecovery(deps, { email, client: { address: '203.0.113.1', userAgent: '' } });
      await somebodyToWait(deps.db);
    });
    await mailing;
    const links = and(eq(sessions.userId, user.id), eq(sessions.kind, 'recovery'));
    expect(await deps.db.select().from(sessions).where(links)).toEqual([]);
  },
);
