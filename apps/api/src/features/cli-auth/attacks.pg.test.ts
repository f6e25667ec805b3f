// What somebody who is not the person at the terminal might try.

import { listActivities } from '@ballast/contract/activities';
import {
  cliTokenPrefix,
  completeCliAuth,
  fetchCliToken,
  getCliRequest,
  listDevices,
} from '@ballast/contract/cli/cli-auth';
import { errors } from '@ballast/contract/http/errors';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { challengeOf, logInCli, newSecrets, startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { cliTokens } from '../../identity/cli/tables.ts';
import { makeSecret } from '../../secrets/secret-text.ts';

const app = useTestApp();

const fetchWith = (state: string, codeVerifier: string) =>
  app().call(fetchCliToken, { body: { state, codeVerifier } });

test('a foreign verifier learns nothing: every request looks as if it did not exist', async () => {
  const person = await app().verifiedUser();
  const open = await startCliLogin(app());
  const authorized = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: authorized.state } });
  const redeemed = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: redeemed.state } });
  await redeemed.granted();

  const { state: unknown, codeVerifier: foreign } = newSecrets();
  const states = [unknown, open.state, authorized.state, redeemed.state];
  const answers = await Promise.all(states.map((state) => failureOf(fetchWith(state, foreign))));
  for (const { status, code, message } of answers) {
    expect({ status, code, message }).toEqual({
      status: 404,
      code: 'not_found',
      message: 'This request does not exist.',
    });
  }
});

test('a foreign verifier cannot spend the grant of the terminal that asked', async () => {
  const person = await app().verifiedUser();
  const login = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: login.state } });
  for (let i = 0; i < 5; i += 1) await failureOf(fetchWith(login.state, newSecrets().codeVerifier));
  // Neither the challenge itself, which anybody on the way may have seen, nor the state opens it.
  await failureOf(fetchWith(login.state, challengeOf(login.codeVerifier)));
  await failureOf(fetchWith(login.state, login.state));
  const { call } = await login.granted();
  expect((await call(getProfile)).email).toBe(person.email);
});

test('a token is given once: the same call again is refused, and the token stays good', async () => {
  const person = await app().verifiedUser();
  const login = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: login.state } });
  const { call } = await login.granted();
  expect(await failureOf(login.fetchToken())).toMatchObject({ status: 409, code: 'cli_request_used' });
  await call(getProfile);
  expect(await person.call(listDevices)).toHaveLength(1);
});

test('twenty redemptions at once give one token', async () => {
  const person = await app().verifiedUser();
  const login = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: login.state } });
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => login.fetchToken()));
  const granted = answers.filter(
    (answer) => answer.status === 'fulfilled' && answer.value.status === 'GRANTED',
  );
  expect(granted).toHaveLength(1);
  expect(await person.call(listDevices)).toHaveLength(1);
  const created = (await person.call(listActivities, { query: {} })).filter(
    ({ type }) => type === 'cli_token_created',
  );
  expect(created).toHaveLength(1);
});

test('twenty waits at once, too', async () => {
  const person = await app().verifiedUser();
  const login = await startCliLogin(app());
  const waits = Array.from({ length: 20 }, () => login.fetchToken());
  const settled = Promise.allSettled(waits);
  await person.call(completeCliAuth, { body: { state: login.state } });
  const granted = (await settled).filter(
    (answer) => answer.status === 'fulfilled' && answer.value.status === 'GRANTED',
  );
  expect(granted).toHaveLength(1);
});

test('guessing at states ends in 429, for the browser’s calls and for the tool’s', async () => {
  const strict = await startTestApp({ env: { LIMITS: 'tokens_per_address=5' } });
  try {
    const { call } = await strict.verifiedUser();
    const asBrowser = () => failureOf(call(getCliRequest, { params: { state: newSecrets().state } }));
    const asTool = () => failureOf(strict.call(fetchCliToken, { body: newSecrets() }));
    for (const guess of [asBrowser, asTool]) {
      const statuses = [];
      for (let i = 0; i < 6; i += 1) statuses.push((await guess()).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    }
  } finally {
    await strict.stop();
  }
});

test('row 24: a network that shows tokens that nobody has is turned away, and its good devices go on', async () => {
  const strict = await startTestApp({ env: { LIMITS: 'tokens_per_address=5', TRUST_PROXY: 'on' } });
  const show = async (token: string, from: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
    return (await fetch(`${strict.baseUrl}/users/profile`, { headers })).status;
  };
  try {
    const { token } = await logInCli(strict, await strict.verifiedUser());
    expect(await show(token, '203.0.113.1')).toBe(200);
    const statuses = [];
    for (let i = 0; i < 7; i += 1) statuses.push(await show(makeSecret(cliTokenPrefix), '203.0.113.1'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await show(token, '203.0.113.1')).toBe(200);
    expect(await show(makeSecret(cliTokenPrefix), '203.0.113.2')).toBe(401);
  } finally {
    await strict.stop();
  }
});

test('waiting is no guessing: a tool that waits again and again is never refused', async () => {
  const strict = await startTestApp({ env: { LIMITS: 'tokens_per_address=5' } });
  try {
    const person = await strict.verifiedUser();
    const login = await startCliLogin(strict);
    await person.call(completeCliAuth, { body: { state: login.state } });
    await login.granted();
    for (let i = 0; i < 10; i += 1) expect((await failureOf(login.fetchToken())).status).toBe(409);
  } finally {
    await strict.stop();
  }
});

test.each([
  [
    'a character changed',
    (token: string) => `${token.slice(0, 12)}${token[12] === 'a' ? 'b' : 'a'}${token.slice(13)}`,
  ],
  ['another checksum', (token: string) => `${token.slice(0, -6)}000000`],
  ['its end cut off', (token: string) => token.slice(0, -1)],
  ['its prefix alone', () => 'blst_cli_'],
  ['more behind it', (token: string) => `${token}0`],
])('a token with %s is no token', async (_, spoil) => {
  const { token } = await logInCli(app(), await app().verifiedUser());
  const failure = await failureOf(app().callAs(spoil(token))(getProfile));
  expect(failure).toMatchObject({ status: 401, message: errors.unauthorized.message });
});

test('a copy of the database holds no token', async () => {
  const { token, deviceId } = await logInCli(app(), await app().verifiedUser());
  const rows = await app().deps.db.select().from(cliTokens);
  expect(rows.some(({ id }) => id === deviceId)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a token whose answer was lost on the way dies by itself and is on no list', async () => {
  const own = await startTestApp();
  try {
    const person = await own.verifiedUser();
    const lost = await logInCli(own, person, 'lost');
    const used = await logInCli(own, person, 'used');
    await used.call(getProfile);
    own.skipSeconds(10 * 60);
    expect((await failureOf(lost.call(getProfile))).status).toBe(401);
    await used.call(getProfile);
    expect((await person.call(listDevices)).map(({ name }) => name)).toEqual(['used']);
  } finally {
    await own.stop();
  }
});
