import { listActivities } from '@ballast/contract/activities';
import {
  cliLimits,
  completeCliAuth,
  denyCliAuth,
  getCliRequest,
  listDevices,
  startCliAuth,
} from '@ballast/contract/cli/cli-auth';
import { getProfile } from '@ballast/contract/profile';
import { describe, expect, test } from 'vitest';
import { challengeOf, logInCli, newSecrets, startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { watchWaitingTools } from '../../../testing/waiting-tools.ts';

const app = useTestApp();

const activitiesOf = async ({ call }: Awaited<ReturnType<ReturnType<typeof app>['signIn']>>) =>
  (await call(listActivities, { query: {} }))
    .filter(({ type }) => type.startsWith('cli_'))
    .map(({ type, description }) => `${type}: ${description}`);

describe('a request', () => {
  test('is answered with a pairing code that can be read aloud and ten minutes to use it', async () => {
    const { pairingCode, expiresAt } = await startCliLogin(app());
    expect(pairingCode).toMatch(/^[BCDFGHJKMNPQRSTVWXYZ2-9]{4}-[BCDFGHJKMNPQRSTVWXYZ2-9]{4}$/);
    const minutes = (Date.parse(expiresAt) - app().deps.now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(cliLimits.requestMinutes - 1);
    expect(minutes).toBeLessThanOrEqual(cliLimits.requestMinutes);
  });

  test('shows device, pairing code and address to whoever is about to answer it', async () => {
    const { call } = await app().verifiedUser();
    const { state, pairingCode, expiresAt } = await startCliLogin(app(), '  mara-laptop  ');
    expect(await call(getCliRequest, { params: { state } })).toEqual({
      deviceName: 'mara-laptop',
      pairingCode,
      pairingRequired: false,
      expiresAt,
      address: '127.0.0.1',
      loopback: true,
      scopes: ['read', 'keys:sandbox', 'keys:production', 'faucet'],
      expiresInDays: null,
    });
  });

  test('with a state that is registered already is refused', async () => {
    const { state, codeVerifier } = await startCliLogin(app());
    const body = { state, codeChallenge: challengeOf(codeVerifier), deviceName: 'again' };
    const failure = await failureOf(app().call(startCliAuth, { body }));
    expect(failure).toMatchObject({ status: 409, code: 'conflict' });
  });

  test.each([
    ['a short state', { state: 'x'.repeat(42) }, 'state'],
    ['a state that is not base64url', { state: '!'.repeat(43) }, 'state'],
    ['a challenge that is no SHA-256', { codeChallenge: 'x'.repeat(44) }, 'codeChallenge'],
    ['no device name', { deviceName: ' ' }, 'deviceName'],
    ['a long device name', { deviceName: 'x'.repeat(cliLimits.deviceName + 1) }, 'deviceName'],
    ['a line break in the device name', { deviceName: 'laptop\nYour bank' }, 'deviceName'],
    ['writing that turns around in the device name', { deviceName: 'laptop\u202egnp' }, 'deviceName'],
    ['an invisible character in the device name', { deviceName: 'lap\u200btop' }, 'deviceName'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['read', 'admin'] as never }, 'scopes'],
    ['a life of no day', { expiresInDays: 0 }, 'expiresInDays'],
    ['a life of 91 days', { expiresInDays: 91 }, 'expiresInDays'],
    ['half a character in the device name', { deviceName: 'laptop\ud83d' }, 'deviceName'],
  ])('with %s is refused', async (_, wrong, field) => {
    const { state, codeVerifier } = newSecrets();
    const body = { state, codeChallenge: challengeOf(codeVerifier), deviceName: 'laptop', ...wrong };
    const failure = await failureOf(app().call(startCliAuth, { body }));
    expect(failure).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  });

  test('may name its device in any writing', async () => {
    const { call } = await app().verifiedUser();
    const { state } = await startCliLogin(app(), 'Móvil de Zoë 仕事用 🖥');
    const request = await call(getCliRequest, { params: { state } });
    expect(request.deviceName).toBe('Móvil de Zoë 仕事用 🖥');
  });

  test('that nobody made does not exist', async () => {
    const { call } = await app().verifiedUser();
    const { state } = newSecrets();
    for (const asking of [
      () => call(getCliRequest, { params: { state } }),
      () => call(completeCliAuth, { body: { state } }),
      () => call(denyCliAuth, { body: { state } }),
    ]) {
      const failure = await failureOf(asking());
      expect(failure).toMatchObject({ status: 404, message: 'This request does not exist.' });
    }
  });

  test('of more than one address may make in an hour is refused until the hour is over', async () => {
    const strict = await startTestApp({ env: { LIMITS: 'cli_logins_per_address=2' } });
    try {
      await startCliLogin(strict);
      await startCliLogin(strict);
      const failure = await failureOf(startCliLogin(strict));
      expect(failure).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(failure.retryAfterSeconds).toBeGreaterThan(3000);
    } finally {
      await strict.stop();
    }
  });
});

describe('an authorized command line', () => {
  test('gets its token while it waits, and acts for the person who authorized it', async () => {
    const person = await app().verifiedUser();
    const login = await startCliLogin(app());
    const waiting = login.granted();
    await person.call(completeCliAuth, { body: { state: login.state } });
    const { token, user, call } = await waiting;
    expect(token).toMatch(/^blst_cli_[0-9A-Za-z]{38}$/);
    expect(user).toEqual(await person.call(getProfile));
    expect((await call(getProfile)).email).toBe(person.email);
  });

  test('leaves one entry for the answer in the browser and one for the token', async () => {
    const person = await app().verifiedUser();
    await logInCli(app(), person, 'mara-laptop');
    expect(await activitiesOf(person)).toEqual([
      'cli_token_created: mara-laptop from 127.0.0.1',
      'cli_login: mara-laptop',
    ]);
  });

  test('is told to its owner by mail', async () => {
    const person = await app().verifiedUser();
    await logInCli(app(), person, 'mara-laptop');
    const mail = await app().waitForMail(person.email, /^A device was authorized/);
    expect(mail.text).toContain('You authorized "mara-laptop" from 127.0.0.1');
    expect(mail.links).toContain('http://portal.localhost/dashboard#security');
  });

  test('that fetches too late after the answer gets nothing', async () => {
    const own = await startTestApp();
    try {
      const person = await own.verifiedUser();
      const login = await startCliLogin(own);
      await person.call(completeCliAuth, { body: { state: login.state } });
      own.skipSeconds(cliLimits.fetchSeconds + 1);
      expect(await login.fetchToken()).toEqual({ status: 'EXPIRED' });
      expect(await person.call(listDevices)).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});

test('a denied command line is told so, and the log says who was denied', async () => {
  const person = await app().verifiedUser();
  const login = await startCliLogin(app());
  const waiting = login.fetchToken();
  expect(await person.call(denyCliAuth, { body: { state: login.state } })).toEqual({
    message: 'Request denied',
  });
  expect(await waiting).toEqual({ status: 'DENIED' });
  expect(await activitiesOf(person)).toEqual(['cli_denied: mara-laptop']);
});

test.each([
  ['authorized', completeCliAuth],
  ['denied', denyCliAuth],
])('a request that was %s cannot be answered again', async (_, answer) => {
  const person = await app().verifiedUser();
  const { state } = await startCliLogin(app());
  await person.call(answer, { body: { state } });
  for (const again of [
    () => person.call(completeCliAuth, { body: { state } }),
    () => person.call(denyCliAuth, { body: { state } }),
    () => person.call(getCliRequest, { params: { state } }),
  ]) {
    const failure = await failureOf(again());
    expect(failure).toMatchObject({ status: 409, code: 'cli_request_used' });
    expect(failure.message).toBe('This request was already approved or denied.');
  }
});

test('of an authorization and a denial at once one counts, and leaves the only entry', async () => {
  const person = await app().verifiedUser();
  const { state } = await startCliLogin(app());
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) =>
      person.call(i % 2 ? completeCliAuth : denyCliAuth, { body: { state } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await activitiesOf(person)).toHaveLength(1);
});

test('a request lasts ten minutes, for the person and for the tool', async () => {
  const own = await startTestApp();
  try {
    const person = await own.verifiedUser();
    const login = await startCliLogin(own);
    const waiting = login.fetchToken();
    own.skipSeconds(cliLimits.requestMinutes * 60);
    expect(await waiting).toEqual({ status: 'EXPIRED' });
    expect(await login.fetchToken()).toEqual({ status: 'EXPIRED' });
    for (const late of [
      () => person.call(getCliRequest, { params: { state: login.state } }),
      () => person.call(completeCliAuth, { body: { state: login.state } }),
      () => person.call(denyCliAuth, { body: { state: login.state } }),
    ]) {
      const failure = await failureOf(late());
      expect(failure).toMatchObject({ status: 410, code: 'cli_request_expired' });
    }
  } finally {
    await own.stop();
  }
});

test('only a person whose email is verified may answer', async () => {
  const email = await app().signUpUnverified();
  const { call } = await app().signIn(email);
  const { state } = await startCliLogin(app());
  for (const early of [
    () => call(getCliRequest, { params: { state } }),
    () => call(completeCliAuth, { body: { state } }),
    () => call(denyCliAuth, { body: { state } }),
  ]) {
    expect(await failureOf(early())).toMatchObject({ status: 403, code: 'email_not_verified' });
  }
});

test('a wait without an answer ends as pending, and the tool may wait again', async () => {
  const waits = watchWaitingTools();
  const { fetchToken } = await startCliLogin(app(), 'nobody-answers');
  const unanswered = fetchToken();
  await waits.began(1);
  waits.letTimeRunOut();
  expect(await unanswered).toEqual({ status: 'PENDING' });
  const again = fetchToken();
  await waits.began(2);
  waits.letTimeRunOut();
  expect(await again).toEqual({ status: 'PENDING' });
});
