// A stranger starts a request and sends somebody the link to it.
import { listActivities } from '@ballast/contract/activities';
import {
  cliLimits,
  completeCliAuth,
  denyCliAuth,
  getCliRequest,
  listDevices,
} from '@ballast/contract/cli/cli-auth';
import { createClient } from '@ballast/contract/http/client';
import { expect, test } from 'vitest';
import { startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, startTestApp, type TestApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' } });

const home = '203.0.113.24';
const elsewhere = '198.51.100.7';

// This calls the same portal from a network address.
const at = ({ url }: TestApp, address: string) => {
  const callAs = (token: string | null) =>
    createClient({
      portalUrl: url,
      token: () => token,
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init?.headers, 'x-forwarded-for': address } }),
    });
  return { call: callAs(null), callAs };
};

const personAt = async (portal: TestApp, address: string) => {
  const { email, session } = await portal.verifiedUser();
  return { email, session, call: at(portal, address).callAs(session.access_token) };
};

const otherCode = (code: string) => `${code[0] === 'B' ? 'C' : 'B'}${code.slice(1)}`;

test('row 15: a link that a stranger sends from another address is worth nothing', async () => {
  const person = await personAt(app(), home);
  const stranger = await startCliLogin(at(app(), elsewhere));
  const refusal = await failureOf(person.call(completeCliAuth, { body: { state: stranger.state } }));
  expect(refusal).toMatchObject({
    status: 422,
    code: 'validation_failed',
    fields: { pairingCode: 'Enter the code from your terminal' },
  });
  await person.call(denyCliAuth, { body: { state: stranger.state } });
  expect(await stranger.fetchToken()).toEqual({ status: 'DENIED' });
  expect(await person.call(listDevices)).toEqual([]);
});

test('row 15: the screen is told to ask for the code, and is not told the code', async () => {
  const person = await personAt(app(), home);
  const { state, pairingCode } = await startCliLogin(at(app(), elsewhere));
  const request = await person.call(getCliRequest, { params: { state } });
  expect(request).toMatchObject({ pairingRequired: true, pairingCode: null, address: elsewhere });
  expect(JSON.stringify(request)).not.toContain(pairingCode);
});

test.each([
  ['as the terminal shows it', (code: string) => code],
  ['in small letters', (code: string) => code.toLowerCase()],
  ['without the dash', (code: string) => code.replace('-', '')],
  ['with a space instead of the dash', (code: string) => ` ${code.replace('-', ' ')} `],
])('row 15: the code of one’s own terminal, typed %s, lets it in', async (_, type) => {
  const person = await personAt(app(), home);
  const own = await startCliLogin(at(app(), elsewhere), 'build-server');
  await person.call(completeCliAuth, { body: { state: own.state, pairingCode: type(own.pairingCode) } });
  await own.granted();
  expect((await person.call(listDevices)).map(({ name }) => name)).toEqual(['build-server']);
});

test('row 15: the code of another request does not let a stranger’s in', async () => {
  const person = await personAt(app(), home);
  const stranger = await startCliLogin(at(app(), elsewhere));
  const own = await startCliLogin(at(app(), elsewhere));
  const body = { state: stranger.state, pairingCode: own.pairingCode };
  expect((await failureOf(person.call(completeCliAuth, { body }))).status).toBe(422);
});

test('row 15: five wrong codes deny the request, and then the right one is too late', async () => {
  const person = await personAt(app(), home);
  const { state, pairingCode, fetchToken } = await startCliLogin(at(app(), elsewhere), 'guessed');
  const type = (code: string) =>
    failureOf(person.call(completeCliAuth, { body: { state, pairingCode: code } }));
  const outcomes = [];
  for (let i = 0; i < cliLimits.pairingTries; i += 1) outcomes.push(await type(otherCode(pairingCode)));
  expect(outcomes.map(({ status, code }) => `${status} ${code}`)).toEqual([
    ...Array.from({ length: cliLimits.pairingTries - 1 }, () => '422 validation_failed'),
    '409 cli_request_used',
  ]);
  expect(outcomes[0]?.fields.pairingCode).toBe(
    'That code doesn’t match. Enter the code from your terminal. 4 tries are left.',
  );
  expect(outcomes[3]?.fields.pairingCode).toBe(
    'That code doesn’t match. Enter the code from your terminal. 1 try is left.',
  );
  expect(outcomes[4]?.message).toBe('The code was wrong 5 times, so the request was denied.');
  expect(await type(pairingCode)).toMatchObject({ status: 409, code: 'cli_request_used' });
  expect(await fetchToken()).toEqual({ status: 'DENIED' });
  const entries = await person.call(listActivities, { query: {} });
  expect(entries.filter(({ type }) => type === 'cli_denied')).toMatchObject([{ description: 'guessed' }]);
});

test('row 15: a code that is left out is no wrong code', async () => {
  const person = await personAt(app(), home);
  const own = await startCliLogin(at(app(), elsewhere));
  for (let i = 0; i < 2 * cliLimits.pairingTries; i += 1) {
    await failureOf(person.call(completeCliAuth, { body: { state: own.state } }));
  }
  await person.call(completeCliAuth, { body: { state: own.state, pairingCode: own.pairingCode } });
  await own.granted();
});

test('row 15: wrong codes that are sent at once count one by one', async () => {
  const person = await personAt(app(), home);
  const { state, pairingCode, fetchToken } = await startCliLogin(at(app(), elsewhere));
  const body = { state, pairingCode: otherCode(pairingCode) };
  const answers = await Promise.all(
    Array.from({ length: 4 * cliLimits.pairingTries }, () =>
      failureOf(person.call(completeCliAuth, { body })),
    ),
  );
  const wrong = answers.filter(({ fields }) => fields.pairingCode?.startsWith('That code doesn’t match'));
  expect(wrong).toHaveLength(cliLimits.pairingTries - 1);
  expect(await fetchToken()).toEqual({ status: 'DENIED' });
});

test('row 15: an account that guesses at many requests is stopped, from wherever it guesses', async () => {
  const { session } = await app().verifiedUser();
  const statuses = [];
  for (let i = 0; i < 40 && statuses.at(-1) !== 429; i += 1) {
    const { call } = { call: at(app(), `203.0.113.${i}`).callAs(session.access_token) };
    const { state, pairingCode } = await startCliLogin(at(app(), elsewhere));
    const body = { state, pairingCode: otherCode(pairingCode) };
    statuses.push((await failureOf(call(completeCliAuth, { body }))).status);
  }
  expect(statuses).toContain(422);
  expect(statuses.at(-1)).toBe(429);
});

test('row 15: a network that guesses with many accounts is stopped', async () => {
  const strict = await startTestApp({ env: { TRUST_PROXY: 'on', LIMITS: 'tokens_per_address=5' } });
  try {
    const people = [await personAt(strict, home), await personAt(strict, home), await personAt(strict, home)];
    const statuses = [];
    for (const person of [...people, ...people]) {
      const { state, pairingCode } = await startCliLogin(at(strict, elsewhere));
      const body = { state, pairingCode: otherCode(pairingCode) };
      statuses.push((await failureOf(person.call(completeCliAuth, { body }))).status);
    }
    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await strict.stop();
  }
});

test.each([
  ['the same IPv4 address', home, home],
  ['the same IPv4 address, once written as IPv6', home, `::ffff:${home}`],
  ['the same /64 of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['the same /64 of IPv6, written out', '2001:db8::1', '2001:0db8:0000:0000:a:b:c:d'],
])('terminal and browser at %s see the screen as it always was', async (_, terminal, browser) => {
  const person = await personAt(app(), browser);
  const login = await startCliLogin(at(app(), terminal));
  expect(await person.call(getCliRequest, { params: { state: login.state } })).toMatchObject({
    pairingRequired: false,
    pairingCode: login.pairingCode,
  });
  await person.call(completeCliAuth, { body: { state: login.state } });
  await login.granted();
});

test.each([
  ['two IPv4 addresses of one block', home, '203.0.113.25'],
  ['two /64 of IPv6', '2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['IPv4 and IPv6', home, '2001:db8::1'],
  ['a loopback address and another', '127.0.0.1', home],
  ['an address and something that is none', home, 'this very computer (verified)'],
  ['the same thing that is no address', 'this very computer (verified)', 'this very computer (verified)'],
])('row 15: %s are not one network', async (_, terminal, browser) => {
  const person = await personAt(app(), browser);
  const { state } = await startCliLogin(at(app(), terminal));
  expect((await person.call(getCliRequest, { params: { state } })).pairingRequired).toBe(true);
  expect((await failureOf(person.call(completeCliAuth, { body: { state } }))).status).toBe(422);
});

test('row 15: what counts is where the press comes from, not what the page was told before', async () => {
  const { session } = await app().verifiedUser();
  const from = (address: string) => at(app(), address).callAs(session.access_token);
  const { state } = await startCliLogin(at(app(), elsewhere));
  const request = await from(elsewhere)(getCliRequest, { params: { state } });
  expect(request.pairingRequired).toBe(false);
  const refusal = await failureOf(from(home)(completeCliAuth, { body: { state } }));
  expect(refusal.fields).toEqual({ pairingCode: 'Enter the code from your terminal' });
});

test('row 15: behind a proxy that the portal was not told of, every address is unknown and the code is asked for', async () => {
  const misled = await startTestApp();
  try {
    const person = await personAt(misled, home);
    const stranger = await startCliLogin(at(misled, elsewhere));
    const request = await person.call(getCliRequest, { params: { state: stranger.state } });
    expect(request).toMatchObject({ pairingRequired: true, pairingCode: null });
    const failure = await failureOf(person.call(completeCliAuth, { body: { state: stranger.state } }));
    expect(failure.status).toBe(422);
  } finally {
    await misled.stop();
  }
});

test('row 15: behind a proxy that reports no address, everybody has the proxy’s, and the code is asked for', async () => {
  const hidden = await startTestApp({ env: { PUBLIC_URL: 'https://portal.localhost' } });
  try {
    const { call } = await hidden.verifiedUser();
    const { state } = await startCliLogin(hidden);
    const request = await call(getCliRequest, { params: { state } });
    expect(request).toMatchObject({ pairingRequired: true, pairingCode: null });
  } finally {
    await hidden.stop();
  }
});

test('row 15: no page of another origin can start a request from its reader’s address', async () => {
  const { state, codeVerifier } = { state: 's'.repeat(43), codeVerifier: 'c'.repeat(43) };
  const body = JSON.stringify({ state, codeChallenge: codeVerifier, deviceName: 'laptop' });
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  // What a page may send without asking first.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const response = await app().post('/cli/auth/start', body, { ...headers, 'content-type': type });
    expect(response.status).toBe(415);
  }
  // For JSON a browser asks first, and gets no permission.
  const preflight = await fetch(`${app().baseUrl}/cli/auth/start`, { method: 'OPTIONS', headers });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])(
  'a terminal that says %s about its own browser: Deny leads back to it is %s',
  async (loopback, expected) => {
    const person = await personAt(app(), home);
    const { state } = await startCliLogin(
      at(app(), home),
      'laptop',
      loopback === undefined ? {} : { loopback },
    );
    expect((await person.call(getCliRequest, { params: { state } })).loopback).toBe(expected);
  },
);
