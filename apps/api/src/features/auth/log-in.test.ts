import { logIn, logOut } from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { activities, users } from '../../identity/tables.ts';

const app = useTestApp();

test('a verified developer signs in and gets a one-hour ES256 session', async () => {
  const { session, user, email } = await app().verifiedUser();

  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: user.id, email, factors: [] },
  });
  expect(session.user.identities).toHaveLength(1);
  expect(session.expires_at).toBe(Math.floor(app().now().getTime() / 1000) + 3600);
  expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256' });
  expect(user.emailVerified).toBe(true);
});

test('the address may be typed in any case and with spaces around it', async () => {
  const { email } = await app().verifiedUser();
  const { user } = await app().call(logIn, { body: { email: `  ${email.toUpperCase()} `, password } });
  expect(user.email).toBe(email);
});

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await app().verifiedUser();
  const wrong = await failureOf(app().call(logIn, { body: { email, password: 'Wrong-pass1!' } }));
  const unknown = await failureOf(app().call(logIn, { body: { email: newAddress('nobody'), password } }));

  expect(wrong).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid email or password',
  });
  expect({ ...unknown, stack: '' }).toEqual({ ...wrong, stack: '' });
});

test('the password rule is not applied when a password is only checked', async () => {
  const failure = await failureOf(app().call(logIn, { body: { email: newAddress(), password: 'short' } }));
  expect(failure.code).toBe('invalid_credentials');
});

test('an unverified developer gets a session that may read the profile but not change it', async () => {
  const { call, user } = await app().signIn(await app().signUpUnverified());
  expect(user.emailVerified).toBe(false);
  expect(await call(getProfile)).toMatchObject({ id: user.id });

  const response = await fetch(`${app().baseUrl}/users/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${(await app().signIn(user.email)).session.access_token}` },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'email_not_verified' });
});

test('signing out ends the session at once, and only that session', async () => {
  const first = await app().verifiedUser();
  const second = await app().signIn(first.email);

  expect(await first.call(logOut)).toEqual({ message: 'Successfully logged out' });
  expect(await failureOf(first.call(getProfile))).toMatchObject({ status: 401, code: 'unauthorized' });
  await second.call(getProfile);
});

test('signing in and out are in the activity log', async () => {
  const { user, call } = await app().verifiedUser();
  await call(logOut);
  const written = await app().deps.db.select().from(activities).where(eq(activities.userId, user.id));
  expect(written.map((entry) => entry.type).sort()).toEqual([
    'account_created',
    'email_verified',
    'login',
    'logout',
  ]);
  expect(written.every((entry) => entry.address === '127.0.0.1')).toBe(true);
});

test('a sign-in under way when the password is reset opens no session', async () => {
  const { email, user } = await app().verifiedUser();
  const { passwords } = app().deps;
  const verify = passwords.verify;
  // The reset falls between the check of the old password and the beginning of the session.
  passwords.verify = async (...args) => {
    const matches = await verify(...args);
    await app().deps.db.update(users).set({ passwordHash: 'reset' }).where(eq(users.id, user.id));
    return matches;
  };
  const failure = await failureOf(app().call(logIn, { body: { email, password } }));
  passwords.verify = verify;
  expect(failure).toMatchObject({ status: 400, code: 'invalid_credentials' });
});
