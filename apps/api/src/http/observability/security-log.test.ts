// What the log says about sign-ins, refusals and limits, and what it never says.

import { logIn, resendVerificationEmail } from '@ballast/contract/auth/auth';
import { createKey, getKey, listKeys } from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { expect, test } from 'vitest';
import { failureOf, password, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

type Line = { event?: string; code?: string; account?: string; reqId?: string; path?: string };
const lines = (): Line[] =>
  readPortalLogs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const eventsOf = (account: string) =>
  lines()
    .filter((line) => line.event && line.account === account)
    .map(({ event, code }) => (code ? `${event} ${code}` : event));

test('a sign-in that fails and one that succeeds each leave a line with the account', async () => {
  const { email, user } = await app().verifiedUser();
  await failureOf(app().call(logIn, { body: { email, password: 'Wrong-pass1!' } }));
  await app().signIn(email);
  expect(eventsOf(user.id)).toEqual([
    'account_created',
    'email_verified',
    'login',
    'authentication_failed invalid_credentials',
    'login',
  ]);
  for (const line of lines().filter(({ event }) => event)) expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/);
});

test('a sign-in to an unknown address leaves a line without an account', async () => {
  await failureOf(app().call(logIn, { body: { email: 'nobody@northwind.dev', password } }));
  const [line] = lines().filter(({ code }) => code === 'invalid_credentials');
  expect(line).toMatchObject({ event: 'authentication_failed', path: '/api/auth/login' });
  expect(line).not.toHaveProperty('account');
});

test('whoever reaches for what is not theirs leaves a line', async () => {
  const owner = await app().verifiedUser();
  const { id } = await owner.call(createKey, { body: { name: 'mine', environment: 'SANDBOX' } });
  const stranger = await app().verifiedUser();
  await failureOf(stranger.call(getKey, { params: { id } }));
  expect(eventsOf(stranger.user.id)).toContain('access_refused not_found');

  const unverified = await app().signIn(await app().signUpUnverified());
  await failureOf(unverified.call(listKeys, { query: {} }));
  expect(eventsOf(unverified.user.id)).toContain('access_refused email_not_verified');
});

test('limits and refused input leave lines, too', async () => {
  const { email, user, call } = await app().verifiedUser();
  const again = () => app().call(resendVerificationEmail, { body: { email } });
  await again().catch(() => {});
  await failureOf(again());
  await failureOf(call(updateProfile, { body: { fullName: '   ' } }));
  expect(lines().map(({ event, code }) => `${event} ${code}`)).toContain('limit_reached rate_limited');
  expect(eventsOf(user.id)).toContain('input_refused validation_failed');
});

test('no line tells who somebody is or holds what they showed', async () => {
  const { email, session, call } = await app().verifiedUser();
  const { key } = await call(createKey, { body: { name: 'quiet', environment: 'SANDBOX' } });
  await failureOf(app().call(logIn, { body: { email, password: 'Wrong-pass1!' } }));
  const log = readPortalLogs();
  for (const secret of [email, password, 'Wrong-pass1!', session.access_token, session.refresh_token, key])
    expect(log).not.toContain(secret);
});
