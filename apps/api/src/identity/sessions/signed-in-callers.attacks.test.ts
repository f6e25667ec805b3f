// Anybody can sign up. What an account does must use up nothing of those who share its network.

import {
  challengeFactor,
  verifyFactor,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import { reauthenticate, updateSessionUser } from '@ballast/contract/auth/session';
import { getCliRequest } from '@ballast/contract/cli/cli-auth';
import { type Call, createClient } from '@ballast/contract/http/client';
import { expect, test } from 'vitest';
import { guardedUser, showCode } from '../../../testing/factors/authenticator.ts';
import { failureOf, password, useTestApp } from '../../../testing/test-app.ts';
import { mailPause } from '../throttling/limits.ts';

const app = useTestApp({
  env: {
    TRUST_PROXY: '1',
    LIMITS:
      'second_factors_per_address=10,tokens_per_address=30,mails_per_address=2,password_checks_per_address=2,sign_ins_per_address=40',
    COMMON_PASSWORDS: 'refuse',
  },
});

const statusOf = async (sent: Promise<unknown>) =>
  sent.then(
    () => 200,
    (refusal: { status: number }) => refusal.status,
  );

// What the last of so many calls is answered.
const lastOf = async (times: number, send: () => Promise<unknown>) => {
  for (let sent = 1; sent < times; sent += 1) expect(await statusOf(send())).not.toBe(429);
  return statusOf(send());
};

const strangersId = () => ({ id: crypto.randomUUID() });
const answer = () => ({ challenge_id: crypto.randomUUID(), code: '123456' });

test.each([
  ['asks for', (call: Call) => call(challengeFactor, { params: strangersId(), body: {} })],
  ['shows', (call: Call) => call(verifyFactor, { params: strangersId(), body: answer() })],
  ['shows recovery codes instead of', (call: Call) => call(verifyRecoveryCode, { body: { code: 'AAAA' } })],
])('an account that %s second factors stops none of another in the same network', async (_, send) => {
  const owner = await guardedUser(app());
  const stranger = await app().verifiedUser();
  expect(await lastOf(11, () => send(stranger.call))).toBe(429);
  const { call } = await app().signIn(owner.email);
  await showCode(call, owner.factor.id, owner.factor.nextCode());
});

test('whoever has a session of the account elsewhere does not stop its second factor here', async () => {
  const owner = await guardedUser(app());
  const thief = createClient({
    portalUrl: app().url,
    token: () => owner.session.access_token,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', '192.0.2.9');
      return fetch(url, { ...init, headers });
    },
  });
  expect(await lastOf(11, () => thief(challengeFactor, { params: strangersId(), body: {} }))).toBe(429);
  const { call } = await app().signIn(owner.email);
  await showCode(call, owner.factor.id, owner.factor.nextCode());
});

test('an account that guesses at tokens stops nobody else in the same network', async () => {
  const [stranger, other] = [await app().verifiedUser(), await app().verifiedUser()];
  const guess = (call: Call) => call(getCliRequest, { params: { state: 'A'.repeat(43) } });
  expect(await lastOf(31, () => guess(stranger.call))).toBe(429);
  expect(await statusOf(guess(other.call))).toBe(404);
});

test('codes that an account has mailed to itself take none from others in the same network', async () => {
  const [stranger, other] = [await app().verifiedUser(), await app().verifiedUser()];
  const ask = async () => {
    await app().deps.throttles.of(mailPause).delete(`code ${stranger.email}`);
    return stranger.call(reauthenticate);
  };
  expect(await lastOf(3, ask)).toBe(429);
  await other.call(reauthenticate);
});

test('an account that asks about new passwords keeps nobody else in the same network from it', async () => {
  const [stranger, other] = [await app().verifiedUser(), await app().verifiedUser()];
  const body = { password: 'Brand-new-pass1!', nonce: '000000' };
  const ask = (call: Call) => call(updateSessionUser, { query: {}, body });
  expect(await lastOf(3, () => ask(stranger.call))).toBe(429);
  expect(await failureOf(ask(other.call))).toMatchObject({ code: 'reauthentication_not_valid' });
});

test('an account that proves its password without end leaves room for others in the same network', async () => {
  const [stranger, other] = [await app().verifiedUser(), await app().verifiedUser()];
  const prove = (call: Call) => call(updateSessionUser, { query: {}, body: { current_password: password } });
  expect(await lastOf(31, () => prove(stranger.call))).toBe(429);
  await prove(other.call);
});
