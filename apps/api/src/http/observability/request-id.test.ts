// Which id a request has, who learns it, and what else its lines in the log tell.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createKey, listKeys } from '@ballast/contract/keys/api-keys';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, password, startTestApp, type TestApp } from '../../../testing/test-app.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

// Everybody calls from this machine: to the one it is a proxy, to the other anybody.
let behindProxy: TestApp;
let open: TestApp;
beforeAll(async () => {
  behindProxy = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  open = await startTestApp({ env: { LOG_ADDRESSES: 'off' } });
});
afterAll(async () => {
  await behindProxy?.stop();
  await open?.stop();
});

const idOf = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.headers.get('x-request-id') ?? '';
};

type Line = Record<string, unknown>;
const lines = (): Line[] =>
  readPortalLogs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('each answer has an id of its own, errors too', async () => {
  const post = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const ids = [
    await idOf(`${open.url}/health`),
    await idOf(`${open.url}/health`),
    await idOf(`${open.baseUrl}/nothing`),
    await idOf(`${open.url}/%ff`),
    await idOf(`${open.baseUrl}/users/profile`),
    await idOf(`${open.baseUrl}/auth/login`, post('{')),
    await idOf(`${open.baseUrl}/auth/login`, post('x'.repeat(70_000))),
  ];
  for (const id of ids) expect(id).toMatch(uuid);
  expect(new Set(ids).size).toBe(ids.length);
});

test('what is no HTTP is answered with an id, too, and the log has it', async () => {
  const socket = connect(Number(new URL(open.url).port), '127.0.0.1');
  socket.end('GET / nonsense\r\n\r\n');
  const [, id] = /^x-request-id: (\S+)$/m.exec((await text(socket)).replaceAll('\r', '')) ?? [];
  expect(id).toMatch(uuid);
  expect(lines()).toContainEqual(
    expect.objectContaining({ reqId: id, event: 'input_refused', code: 'malformed_request' }),
  );
});

const given = 'edge-7f3a.2026_11';
const malformed = [
  'short',
  'x'.repeat(65),
  'with space in it',
  '"quoted-id"',
  'a\\nb-newline',
  '../../../etc',
];

test('a proxy that we trust hands its id on; one that is malformed is replaced', async () => {
  const ask = (id: string) => idOf(`${behindProxy.url}/health`, { headers: { 'x-request-id': id } });
  expect(await ask(given)).toBe(given);
  for (const id of malformed) expect(await ask(id), id).toMatch(uuid);
  const twice = new Headers([
    ['x-request-id', given],
    ['x-request-id', given],
  ]);
  expect(await idOf(`${behindProxy.url}/health`, { headers: twice })).toMatch(uuid);
});

test('nobody else chooses the id of a request', async () => {
  expect(await idOf(`${open.url}/health`, { headers: { 'x-request-id': given } })).toMatch(uuid);
});

test('the id is in the lines of the request, of the jobs that it caused and of their mails', async () => {
  const reqId = 'signup-of-mara-0001';
  const headers = { 'x-request-id': reqId, 'x-forwarded-for': '203.0.113.9' };
  const body = { email: newAddress(), password, fullName: 'Mara', authMethod: 'EMAIL' };
  expect((await behindProxy.post('/auth/signup', JSON.stringify(body), headers)).status).toBe(201);
  await waitFor('the lines of the request and its mail', () => {
    const own = lines().filter((line) => line.reqId === reqId);
    expect(own).toContainEqual(
      expect.objectContaining({ path: '/api/auth/signup', status: 201, address: '203.0.113.9' }),
    );
    expect(own).toContainEqual(expect.objectContaining({ event: 'account_created', address: '203.0.113.9' }));
    expect(own).toContainEqual(expect.objectContaining({ event: 'mail_sent', template: 'verify-email' }));
  });
  expect(readPortalLogs()).not.toContain(body.email);
});

test('a line tells whose account and from which address, unless the installation keeps no addresses', async () => {
  for (const app of [behindProxy, open]) {
    const { user, call } = await app.verifiedUser();
    await call(createKey, { body: { name: 'logged', environment: 'SANDBOX' } });
    await call(listKeys, { query: {} });
    await waitFor('the lines of the account', () => {
      const own = lines().filter(({ account }) => account === user.id);
      expect(own).toContainEqual(expect.objectContaining({ event: 'login' }));
      expect(own).toContainEqual(expect.objectContaining({ path: '/api/api-keys', status: 200 }));
      for (const line of own) expect(line.address).toBe(app === behindProxy ? '127.0.0.1' : undefined);
    });
  }
});
