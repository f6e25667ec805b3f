// Somebody who is signed in and calls without end.
import { createKey, deleteKey, listKeys } from '@ballast/contract/api-keys';
import { logOut } from '@ballast/contract/auth';
import { createCliToken, revokeDevice } from '@ballast/contract/cli-auth';
import { getProfile } from '@ballast/contract/profile';
import { getSessionUser, issueToken } from '@ballast/contract/session';
import { revokeOtherSessions } from '@ballast/contract/session-list';
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

type Developer = Awaited<ReturnType<typeof developer>>;

const sessionIdOf = ({ session }: Pick<Developer, 'session'>): string =>
  JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id;

const settled = (call: Promise<unknown>) => call.catch(() => {});

test('row 13: an account may call so often in a minute, by whatever browser, and others go on', async () => {
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
  const call = app().callAs(session.access_token);
  await call(logOut);
  expect((await failureOf(call(getProfile))).status).toBe(401);
  await callsPerSession.set(sessionIdOf({ session }), callsPerSession.points, 3600);
  expect((await failureOf(call(getProfile))).status).toBe(429);
});

// The one pot of its owner is another.
const emptyTokens = async (token: { call: Developer['call'] }) => {
  for (let i = 0; i < 12; i += 1) await settled(token.call(getProfile));
  expect((await failureOf(token.call(getProfile))).status).toBe(429);
};

test('a leaked token that calls without end does not use up its owner’s calls, or those of another token', async () => {
  const person = await developer();
  const [leaked, other] = [await logInCli(app(), person), await logInCli(app(), person)];
  await emptyTokens(leaked);
  await other.call(getProfile);
  await person.call(getProfile);
  await person.call(revokeDevice, { params: { id: leaked.deviceId } });
  expect((await failureOf(leaked.call(getProfile))).status).toBe(401);
});

test('tokens that were made with a token count with it', async () => {
  const person = await developer();
  const leaked = await logInCli(app(), person);
  const body = { name: 'one more', scopes: ['read' as const], expiresInDays: 1 };
  const made = await leaked.call(createCliToken, { body });
  await emptyTokens(leaked);
  expect((await failureOf(app().callAs(made.token)(getProfile))).status).toBe(429);
});

test('all tokens of an account together have a limit, which leaves the owner’s own calls alone', async () => {
  const person = await developer();
  for (let i = 0; i < 2; i += 1) await emptyTokens(await logInCli(app(), person));
  const third = await logInCli(app(), person);
  expect((await failureOf(third.call(getProfile))).status).toBe(429);
  await person.call(getProfile);
});

test('whoever has emptied the account’s calls from a stolen session keeps its owner from stopping nothing', async () => {
  const thief = await developer();
  const { id } = await thief.call(createKey, { body: { name: 'payments', environment: 'SANDBOX' } });
  const device = await logInCli(app(), thief);
  const { callsPerAccount, writesPerAccount, callsPerSession } = app().deps.throttles;
  for (const throttle of [callsPerAccount, writesPerAccount])
    await throttle.set(thief.user.id, throttle.points, 3600);
  await callsPerSession.set(sessionIdOf(thief), callsPerSession.points, 3600);
  expect((await failureOf(thief.call(getProfile))).status).toBe(429);

  const owner = await app().signIn(thief.email);
  expect((await failureOf(owner.call(getProfile))).status).toBe(429);
  await owner.call(deleteKey, { params: { id } });
  await owner.call(revokeDevice, { params: { id: device.deviceId } });
  await owner.call(revokeOtherSessions);
  expect((await failureOf(thief.call(logOut))).status).toBe(401);
});

test('calls that stop something have a limit of their own, for each session', async () => {
  const person = await developer();
  const other = await app().signIn(person.email);
  const stop = (call: Developer['call']) =>
    failureOf(call(deleteKey, { params: { id: crypto.randomUUID() } }));
  for (let i = 0; i < 4; i += 1) expect((await stop(person.call)).status).toBe(404);
  expect(await stop(person.call)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await stop(other.call)).status).toBe(404);
  await person.call(createKey, { body: { name: 'still mine', environment: 'SANDBOX' } });
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
