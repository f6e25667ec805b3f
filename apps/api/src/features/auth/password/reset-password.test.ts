import { forgotPassword, logIn, resetPassword, signUp } from '@ballast/contract/auth/auth';
import { getSessionUser, issueToken, updateSessionUser } from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../../testing/test-app.ts';
import { activities, users } from '../../../identity/tables.ts';
import { mailPause } from '../../../identity/throttling/limits.ts';

const app = useTestApp();
const newPassword = 'Brand-new-pass1!';
const ask = (email: string) => app().call(forgotPassword, { body: { email } });
const reset = (token: string, chosen = newPassword) =>
  app().call(resetPassword, { body: { token, password: chosen } });
const waitOut = (email: string) => app().deps.throttles.of(mailPause).delete(`recovery ${email}`);

test('a forgotten password is set by the mailed link, which ends every session and tells the owner', async () => {
  const { email, user, call } = await app().verifiedUser();
  expect(await ask(email)).toEqual({
    message: 'Password reset link sent to your email!',
    isOAuthUser: false,
  });
  const link = await app().resetLink(email);
  expect(link).toMatchObject({ type: 'recovery', token_type: 'bearer', expires_in: '3600' });

  expect(await reset(link.access_token ?? '')).toEqual({ message: 'Password reset successfully!' });
  expect((await failureOf(call(getProfile))).status).toBe(401);
  expect((await failureOf(app().signIn(email))).code).toBe('invalid_credentials');
  await app().call(logIn, { body: { email, password: newPassword } });
  await app().waitForMail(email, /password was changed/);
  const written = await app().deps.db.select().from(activities).where(eq(activities.userId, user.id));
  expect(written.map((entry) => entry.type)).toEqual(
    expect.arrayContaining(['password_reset_requested', 'password_changed']),
  );
});

test('the link’s session may set a password and nothing else', async () => {
  const { email } = await app().verifiedUser();
  await ask(email);
  const { access_token = '', refresh_token = '' } = await app().resetLink(email);
  const call = app().callAs(access_token);

  expect(await call(getSessionUser)).toMatchObject({ email });
  expect((await failureOf(call(getProfile))).status).toBe(401);
  const changing = call(updateSessionUser, { query: {}, body: { email: newAddress() } });
  expect((await failureOf(changing)).status).toBe(403);
  const refreshing = app().call(issueToken, {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token },
  });
  expect((await failureOf(refreshing)).code).toBe('refresh_token_not_found');
  expect(await call(updateSessionUser, { query: {}, body: { password: newPassword } })).toMatchObject({
    email,
  });
});

test('a link works once', async () => {
  const { email } = await app().verifiedUser();
  await ask(email);
  const { access_token = '' } = await app().resetLink(email);
  await reset(access_token);
  expect(await failureOf(reset(access_token, 'Yet-another1!'))).toMatchObject({
    status: 400,
    code: 'link_invalid',
  });
});

test('a newer link ends the older one', async () => {
  const { email } = await app().verifiedUser();
  await ask(email);
  const first = await app().resetLink(email);
  await waitOut(email);
  await ask(email);
  const second = await app().resetLink(email, 2);
  expect((await failureOf(reset(first.access_token ?? ''))).code).toBe('link_invalid');
  await reset(second.access_token ?? '');
});

test('a link works for an hour', async () => {
  const { email } = await app().verifiedUser();
  await ask(email);
  const { access_token = '' } = await app().resetLink(email);
  app().skipSeconds(3601);
  expect((await failureOf(reset(access_token))).code).toBe('link_invalid');
});

test('an ordinary session’s token resets nothing, and neither does a guessed one', async () => {
  const { session } = await app().verifiedUser();
  for (const token of [session.access_token, session.refresh_token, 'a.b.c', 'x'.repeat(300)]) {
    expect((await failureOf(reset(token))).code).toBe('link_invalid');
  }
});

test('the password rule holds for the new password', async () => {
  const { email } = await app().verifiedUser();
  await ask(email);
  const { access_token = '' } = await app().resetLink(email);
  expect((await failureOf(reset(access_token, 'weak'))).fields.password).toMatch(
    /^Password must be at least 8/,
  );
  await reset(access_token);
});

test('known and unknown addresses get the same answer, and unknown ones no mail', async () => {
  const { email } = await app().verifiedUser();
  const unknown = newAddress('nobody');
  expect(await ask(unknown)).toEqual(await ask(email));
  const again = [await failureOf(ask(unknown)), await failureOf(ask(email))];
  expect(again.map(({ status, message }) => ({ status, message }))).toEqual(
    Array(2).fill({ status: 429, message: 'A link was sent a moment ago. Try again in a minute.' }),
  );
  await app().resetLink(email);
  expect((await app().mails()).filter((mail) => mail.to === unknown)).toEqual([]);
});

test('an account without a password is told which provider it signs in with', async () => {
  const { email, user } = await app().verifiedUser();
  await app()
    .deps.db.update(users)
    .set({ authMethod: 'GITHUB', passwordHash: null })
    .where(eq(users.id, user.id));
  const providerHint = { isOAuthUser: true, authMethod: 'GITHUB' };
  expect(await ask(email)).toMatchObject(providerHint);
  // No link was sent, so nobody has to wait for the next one.
  expect(await ask(email)).toMatchObject(providerHint);
  expect((await app().mails()).filter((mail) => mail.to === email && /^Reset/.test(mail.subject))).toEqual(
    [],
  );
});

test('a reset proves the address, and throws out whoever registered it first', async () => {
  const email = newAddress('victim');
  await app().call(signUp, { body: { email, password, fullName: 'Attacker', authMethod: 'EMAIL' } });
  const attacker = await app().signIn(email);
  await ask(email);
  const { access_token = '' } = await app().resetLink(email);
  await reset(access_token);

  expect((await failureOf(attacker.call(getProfile))).status).toBe(401);
  const { user } = await app().call(logIn, { body: { email, password: newPassword } });
  expect(user.emailVerified).toBe(true);
});

test('changing the password from an old session needs the current one and keeps that session alone', async () => {
  const first = await app().verifiedUser();
  const second = await app().signIn(first.email);
  const change = (body: Record<string, string>) => first.call(updateSessionUser, { query: {}, body });
  app().skipSeconds(16 * 60);
  expect((await failureOf(change({ password: newPassword }))).code).toBe('reauthentication_required');
  const wrong = change({ password: newPassword, current_password: 'Wrong-pass1!' });
  expect((await failureOf(wrong)).code).toBe('current_password_invalid');

  await change({ password: newPassword, current_password: password });
  await first.call(getProfile);
  expect((await failureOf(second.call(getProfile))).status).toBe(401);
});
