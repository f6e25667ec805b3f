// Somebody who is signed in and calls without end.
import { createKey, listKeys } from '@ballast/contract/api-keys';
import { logOut } from '@ballast/contract/auth';
import { getProfile } from '@ballast/contract/profile';
import { getSessionUser, issueToken } from '@ballast/contract/session';
import { expect, test } from 'vitest';
import { logInCli } from '../../testing/cli-login.ts';
import { failureOf, useTestApp } from '../../testing/test-app.ts';

const app = useTestApp({ env: { CALLS_PER_ACCOUNT: '12', WRITES_PER_ACCOUNT: '4' } });

// The minute of this account lasts as long as the test does.
const developer = async () => {
  const signedIn = await app().verifiedUser();
  const { callsPerAccount, writesPerAccount } = app().deps.throttles;
  for (const throttle of [callsPerAccount, writesPerAccount]) await throttle.set(signedIn.user.id, 0, 3600);
  return signedIn;
};

test('row 13: an account may call so often in a minute, by whatever session, and others go on', async () => {
  const { call, email } = await developer();
  const second = await app().signIn(email);
  for (let i = 0; i < 12; i += 1) await (i % 2 ? call : second.call)(getProfile);
  const refused = await failureOf(call(getProfile));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);
  expect((await failureOf(second.call(listKeys, { query: {} }))).status).toBe(429);
  await (await developer()).call(getProfile);
});

test('row 13: calls that write are limited more strictly than those that read', async () => {
  const { call } = await developer();
  const create = (i: number) => call(createKey, { body: { name: `key ${i}`, environment: 'SANDBOX' } });
  for (let i = 0; i < 4; i += 1) await create(i);
  expect(await failureOf(create(5))).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await call(listKeys, { query: {} })).toHaveLength(4);
});

test('row 13: a session far beyond the limits, ended or not, is not looked up', async () => {
  const { session } = await developer();
  const { callsPerSession } = app().deps.throttles;
  const { session_id } = JSON.parse(atob(session.access_token.split('.')[1] ?? ''));
  const call = app().callAs(session.access_token);
  await call(logOut);
  expect((await failureOf(call(getProfile))).status).toBe(401);
  await callsPerSession.set(session_id, callsPerSession.points, 3600);
  expect((await failureOf(call(getProfile))).status).toBe(429);
});

test('row 13: a command line counts against its account', async () => {
  const person = await developer();
  const { call } = await logInCli(app(), person);
  for (let i = 0; i < 11; i += 1) await call(getProfile);
  expect((await failureOf(call(getProfile))).status).toBe(429);
  expect((await failureOf(person.call(getProfile))).status).toBe(429);
});

test('row 13: the session library is told in its own words; its session is refreshed and ended all the same', async () => {
  const { call, session } = await developer();
  for (let i = 0; i < 12; i += 1) await call(getSessionUser);
  const answer = await fetch(`${app().baseUrl}/auth/v1/user`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
  const { refresh_token } = session;
  const renewed = await app().call(issueToken, {
    query: { grant_type: 'refresh_token' },
    body: { refresh_token },
  });
  await app().callAs(renewed.access_token)(logOut);
  expect((await failureOf(app().callAs(renewed.access_token)(getProfile))).status).toBe(401);
});
