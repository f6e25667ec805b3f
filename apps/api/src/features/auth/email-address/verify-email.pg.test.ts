import { resendVerification, resendVerificationEmail, verifyEmail } from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { failureOf, newAddress, useTestApp } from '../../../../testing/test-app.ts';
import { mailPause } from '../../../identity/throttling/limits.ts';

const app = useTestApp();
const verify = (token: string) => app().call(verifyEmail, { body: { token, type: 'email' } });

test('the link of the mail verifies the address, also for a browser that is already signed in', async () => {
  const email = await app().signUpUnverified();
  const waiting = await app().signIn(email);
  expect(await verify(await app().verificationToken(email))).toEqual({ message: 'Email verified', email });
  expect(await waiting.call(getProfile)).toMatchObject({ emailVerified: true });
});

test('opening the page spends nothing: only the page’s own POST does', async () => {
  const email = await app().signUpUnverified();
  const token = await app().verificationToken(email);
  await fetch(`${app().url}/verify-email?token=${token}`);
  expect(await verify(token)).toEqual({ message: 'Email verified', email });
});

test('a link that is opened twice says the same good news twice', async () => {
  const email = await app().signUpUnverified();
  const token = await app().verificationToken(email);
  await verify(token);
  expect(await verify(token)).toEqual({ message: 'Email verified', email });
});

test('a link works for 24 hours', async () => {
  const token = await app().verificationToken(await app().signUpUnverified());
  app().skipSeconds(24 * 3600 + 1);
  expect(await failureOf(verify(token))).toMatchObject({ status: 400, code: 'link_invalid' });
});

test.each([
  ['nonsense', () => 'nonsense'],
  ['a changed character', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`],
  ['another id under the same seal', (token: string) => `AAAA${token.slice(4)}`],
  ['a second spelling of the same bytes', (token: string) => `${token}=`],
  ['a NUL', (token: string) => `${token}\0`],
])('a link with %s is invalid', async (_, change) => {
  const token = await app().verificationToken(await app().signUpUnverified());
  expect(await failureOf(verify(change(token)))).toMatchObject({
    status: 400,
    code: 'link_invalid',
    message: 'This verification link is invalid or has expired. Request a new one.',
  });
});

test('a refresh token is no verification link', async () => {
  const { session } = await app().verifiedUser();
  expect((await failureOf(verify(session.refresh_token))).code).toBe('link_invalid');
});

test('a second mail can be asked for after 60 seconds, and says when', async () => {
  const email = await app().signUpUnverified();
  const tooSoon = await failureOf(app().call(resendVerificationEmail, { body: { email } }));
  expect(tooSoon).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(tooSoon.retryAfterSeconds).toBeGreaterThan(50);
  expect(tooSoon.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test('a resent link verifies too', async () => {
  const email = await app().signUpUnverified();
  const { call } = await app().signIn(email);
  await app().verificationToken(email);
  await app().deps.throttles.of(mailPause).delete(`verification ${email}`);
  await call(resendVerification);
  expect(await verify(await app().verificationToken(email, 2))).toEqual({ message: 'Email verified', email });
});

test('known, verified and unknown addresses get the same answer and the same limit', async () => {
  const { email: verified } = await app().verifiedUser();
  const unverified = await app().signUpUnverified();
  const unknown = newAddress('nobody');
  await Promise.all(
    [verified, unverified].map((email) => app().deps.throttles.of(mailPause).delete(`verification ${email}`)),
  );
  const answers = [];
  for (const email of [verified, unverified, unknown]) {
    const first = await app().call(resendVerificationEmail, { body: { email } });
    const second = await failureOf(app().call(resendVerificationEmail, { body: { email } }));
    answers.push(JSON.stringify([first, second.status, second.message]));
  }
  expect(new Set(answers).size).toBe(1);
});
