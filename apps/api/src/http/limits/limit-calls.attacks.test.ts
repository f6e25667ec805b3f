// Somebody who is signed in and calls without end.
import { listActivities } from '@ballast/contract/activities';
import { forgotPassword, logOut, signUp } from '@ballast/contract/auth/auth';
import { listPasskeys } from '@ballast/contract/auth/passkeys';
import { listConnections } from '@ballast/contract/auth/provider-calls';
import { getSessionUser, issueToken, updateSessionUser } from '@ballast/contract/auth/session';
import { listSessions, revokeOtherSessions } from '@ballast/contract/auth/session-list';
import { createCliToken, listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import { createKey, deleteKey, listKeys, rotateKey } from '@ballast/contract/keys/api-keys';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { callsPerSession } from '../../identity/throttling/limits.ts';
import { callsPerAccount, callsToStopPerCaller, writesPerAccount } from './call-limits.ts';

const app = useTestApp({ env: { LIMITS: 'calls_per_account=12,writes_per_account=4' } });

// The minute of this account lasts as long as the test does.
const developer = async () => {
  const signedIn = await app().verifiedUser();
  const callsPerAccountCount = app().deps.throttles.of(callsPerAccount);
  const writesPerAccountCount = app().deps.throttles.of(writesPerAccount);
  for (const throttle of [callsPerAccountCount, writesPerAccountCount])
    await throttle.set(signedIn.user.id, 0, 3600);
  return signedIn;
};

type Developer = Awaited<ReturnType<typeof developer>>;

const sessionIdOf = ({ session }: Pick<Developer, 'session'>): string =>
  JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id;

// A call that leads to nothing that could be stopped.
const readLog = (call: Developer['call']) => call(listActivities, { query: {} });

const settled = (call: Promise<unknown>) => call.catch(() => {});

test('row 13: an account may call so often in a minute, by whatever browser, and others go on', async () => {
  const { call, email } = await developer();
  const second = await app().signIn(email);
  for (let i = 0; i < 12; i += 1) await readLog(i % 2 ? call : second.call);
  const refused = await failureOf(readLog(call));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);
  expect((await failureOf(readLog(second.call))).status).toBe(429);
  await readLog((await developer()).call);
});

test('row 13: calls that write are limited more strictly than those that read', async () => {
  const { call } = await developer();
  const create = (i: number) => call(createKey, { body: { name: `key ${i}`, environment: 'SANDBOX' } });
  for (let i = 0; i < 4; i += 1) await create(i);
  expect(await failureOf(create(5))).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await call(listKeys, { query: {} })).toHaveLength(4);
});

test('a rotation makes a value, so it counts like any other call that writes', async () => {
  const { call } = await developer();
  const { id } = await call(createKey, { body: { name: 'rotated', environment: 'SANDBOX' } });
  for (let i = 0; i < 3; i += 1) await call(rotateKey, { params: { id } });
  expect((await failureOf(call(rotateKey, { params: { id } }))).status).toBe(429);
  await call(deleteKey, { params: { id } });
});

test('row 13: a session far beyond the limits, ended or not, is not looked up', async () => {
  const { session } = await developer();
  const callsPerSessionCount = app().deps.throttles.of(callsPerSession);
  const call = app().callAs(session.access_token);
  await call(logOut);
  expect((await failureOf(call(getProfile))).status).toBe(401);
  await callsPerSessionCount.set(sessionIdOf({ session }), callsPerSessionCount.points, 3600);
  expect((await failureOf(call(getProfile))).status).toBe(429);
});

// The one pot of its owner is another.
const emptyTokens = async (token: { call: Developer['call'] }) => {
  for (let i = 0; i < 12; i += 1) await settled(readLog(token.call));
  expect((await failureOf(readLog(token.call))).status).toBe(429);
};

test('a leaked token that calls without end does not use up its owner’s calls, or those of another token', async () => {
  const person = await developer();
  const [leaked, other] = [await logInCli(app(), person), await logInCli(app(), person)];
  await emptyTokens(leaked);
  await readLog(other.call);
  await readLog(person.call);
  await person.call(revokeDevice, { params: { id: leaked.deviceId } });
  expect((await failureOf(readLog(leaked.call))).status).toBe(401);
});

test('tokens that were made with a token count with it', async () => {
  const person = await developer();
  const leaked = await logInCli(app(), person);
  const body = { name: 'one more', scopes: ['read' as const], expiresInDays: 1 };
  const made = await leaked.call(createCliToken, { body });
  await emptyTokens(leaked);
  expect((await failureOf(readLog(app().callAs(made.token)))).status).toBe(429);
});

test('all tokens of an account together have a limit, which leaves the owner’s own calls alone', async () => {
  const person = await developer();
  for (let i = 0; i < 2; i += 1) await emptyTokens(await logInCli(app(), person));
  const third = await logInCli(app(), person);
  expect((await failureOf(readLog(third.call))).status).toBe(429);
  await readLog(person.call);
  // What leads to a stop is left to each of them.
  await third.call(listDevices);
});

const useUpCallsOf = async ({ user }: Pick<Developer, 'user'>) => {
  const callsPerAccountCount = app().deps.throttles.of(callsPerAccount);
  const writesPerAccountCount = app().deps.throttles.of(writesPerAccount);
  for (const throttle of [callsPerAccountCount, writesPerAccountCount])
    await throttle.set(user.id, throttle.points, 3600);
};

test('whoever has emptied the account’s calls from a stolen session keeps its owner from stopping nothing', async () => {
  const thief = await developer();
  const { id } = await thief.call(createKey, { body: { name: 'payments', environment: 'SANDBOX' } });
  const device = await logInCli(app(), thief);
  await useUpCallsOf(thief);
  await app()
    .deps.throttles.of(callsPerSession)
    .set(sessionIdOf(thief), app().deps.throttles.of(callsPerSession).points, 3600);
  expect((await failureOf(thief.call(getProfile))).status).toBe(429);

  const owner = await app().signIn(thief.email);
  expect((await failureOf(readLog(owner.call))).status).toBe(429);
  await owner.call(deleteKey, { params: { id } });
  await owner.call(revokeDevice, { params: { id: device.deviceId } });
  await owner.call(revokeOtherSessions);
  expect((await failureOf(thief.call(logOut))).status).toBe(401);
});

test('what an owner reads in order to stop something is left to each session when the account’s calls are used up', async () => {
  const thief = await developer();
  await useUpCallsOf(thief);
  const callsToStopPerCallerCount = app().deps.throttles.of(callsToStopPerCaller);
  await callsToStopPerCallerCount.set(sessionIdOf(thief), callsToStopPerCallerCount.points, 3600);
  expect((await failureOf(thief.call(getProfile))).status).toBe(429);

  const owner = await app().signIn(thief.email);
  await owner.call(getProfile);
  await owner.call(listSessions);
  await owner.call(listDevices);
  await owner.call(listKeys, { query: {} });
  await owner.call(listPasskeys);
  await owner.call(listConnections);
  await owner.call(getSessionUser);
  // A removal of a second factor asks for this proof.
  await owner.call(updateSessionUser, { query: {}, body: { current_password: password } });
  expect((await failureOf(readLog(owner.call))).status).toBe(429);
  expect((await failureOf(owner.call(updateProfile, { body: { fullName: 'M' } }))).status).toBe(429);

  const { consumedPoints = 0 } = (await callsToStopPerCallerCount.get(sessionIdOf(owner))) ?? {};
  await callsToStopPerCallerCount.set(sessionIdOf(owner), callsToStopPerCallerCount.points, 3600);
  expect(consumedPoints).toBe(8);
  expect((await failureOf(owner.call(getProfile))).status).toBe(429);
});

const setByLink = async (email: string) => {
  await app().call(forgotPassword, { body: { email } });
  const reset = app().callAs((await app().resetLink(email)).access_token ?? '');
  await reset(getSessionUser);
  await reset(updateSessionUser, { query: {}, body: { password: 'Second-pass1!' } });
};

test('a reset link works although a stolen session has used up the account’s calls', async () => {
  const thief = await developer();
  await useUpCallsOf(thief);
  const callsToStopPerCallerCount = app().deps.throttles.of(callsToStopPerCaller);
  await callsToStopPerCallerCount.set(sessionIdOf(thief), callsToStopPerCallerCount.points, 3600);
  await setByLink(thief.email);
  expect((await failureOf(thief.call(logOut))).status).toBe(401);
});

test('a reset link works although a stranger who signed up with the address has used up the account’s calls', async () => {
  const email = newAddress('squatted');
  await app().call(signUp, { body: { email, password, fullName: 'Somebody', authMethod: 'EMAIL' } });
  const stranger = await app().signIn(email);
  await useUpCallsOf(stranger);
  await setByLink(email);
  expect((await failureOf(stranger.call(logOut))).status).toBe(401);
});

test('a leaked token uses up no stops of the token that it was made with', async () => {
  const laptop = await logInCli(app(), await developer());
  const made = await laptop.call(createCliToken, {
    body: { name: 'ci', scopes: ['read'], expiresInDays: 1 },
  });
  const leaked = app().callAs(made.token);
  const stop = () => failureOf(leaked(deleteKey, { params: { id: crypto.randomUUID() } }));
  for (let i = 0; i < 4; i += 1) expect((await stop()).status).toBe(403);
  expect((await stop()).status).toBe(429);
  await laptop.call(revokeDevice, { params: { id: made.id } });
  expect((await stop()).status).toBe(401);
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
  const callsToStopPerCallerCount = app().deps.throttles.of(callsToStopPerCaller);
  await callsToStopPerCallerCount.set(sessionIdOf({ session }), callsToStopPerCallerCount.points, 3600);
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
