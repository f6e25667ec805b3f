// The way to the portal: proxies, certificates, connections that are cut, answers that never come.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { endpoints } from '@ballast/contract/endpoints';
import { makeCertificate } from '@ballast/harness/certificate';
import { expect, onTestFinished, test } from 'vitest';
import { idempotentCalls } from '../commands/api/idempotency.ts';
import { ballast, newHome } from '../testing/ballast.ts';
import { profileAnswer } from '../testing/http-server.ts';
import { proxyFor } from './proxy.ts';

const token = 'blst_cli_secret';

const listening = async <S extends Server>(server: S) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

type Answer = { status: number; body: string; retryAfterSeconds?: number };
type Turn = (request: IncomingMessage, turn: number) => Answer | 'cut' | 'silence';

// It answers by turns, and records its requests.
const portalThat = async (turns: Turn, tls?: { cert: string; key: string }) => {
  const requests: IncomingMessage[] = [];
  const times: number[] = [];
  const answer = (message: IncomingMessage, response: ServerResponse) => {
    requests.push(message);
    times.push(performance.now());
    const what = turns(message, requests.length);
    if (what === 'cut') return void message.socket.destroy();
    if (what === 'silence') return;
    const headers = { 'content-type': 'application/json', 'x-request-id': `request-${requests.length}` };
    if (what.retryAfterSeconds) response.setHeader('retry-after', what.retryAfterSeconds);
    response.writeHead(what.status, headers).end(what.body);
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  return { requests, times, port: await listening(server) };
};

const profile: Turn = () => profileAnswer;
const busy = { status: 503, body: '{"code":"unavailable","message":"The service is busy.","fields":{}}' };

const run = (args: string[], portal: string, env: Record<string, string> = {}) =>
  ballast(args, { BALLAST_PORTAL: portal, BALLAST_TOKEN: token, ...env });

test.each([
  ['https://portal.example', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['https://portal.example', { https_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
  ['https://portal.example', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
  ['http://portal.example', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['https://portal.example', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'other, .example' }, undefined],
  ['https://portal.example', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'portal.example:443' }, undefined],
  [
    'https://portal.example',
    { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'portal.example:8443' },
    'http://proxy/',
  ],
  ['https://portal.example', { HTTPS_PROXY: 'http://proxy', no_proxy: '*' }, undefined],
  ['https://myportal.example', { HTTPS_PROXY: 'http://proxy', NO_PROXY: 'portal.example' }, 'http://proxy/'],
  ['https://127.0.0.1', { HTTPS_PROXY: 'http://proxy' }, undefined],
] as const)('to %s with %j the proxy is %s', (address, env, proxy) => {
  expect(proxyFor({ ...env }, address)?.href).toBe(proxy);
});

// A proxy that knows where the names of the test lead.
const proxyTo = async (port: number) => {
  const seen: string[] = [];
  const server = createServer((message, response) => {
    seen.push(`${message.method} ${message.url} ${message.headers['proxy-authorization']}`);
    const { pathname } = new URL(message.url ?? '');
    message.pipe(
      request({ port, path: pathname, method: message.method, headers: message.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connect', (message, socket) => {
    seen.push(`CONNECT ${message.url} ${message.headers['proxy-authorization']}`);
    const portal = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      portal.pipe(socket).pipe(portal);
    });
    for (const end of [portal, socket]) end.on('error', () => end.destroy());
    onTestFinished(() => void socket.destroy());
  });
  return { url: `http://mara:pa%40ss@127.0.0.1:${await listening(server)}`, seen };
};

const basic = `Basic ${Buffer.from('mara:pa@ss').toString('base64')}`;

test('through a proxy an http portal is asked by its whole address, with the proxy’s password for it alone', async () => {
  const portal = await portalThat(profile);
  const proxy = await proxyTo(portal.port);
  const end = await run(['whoami', '--json'], 'http://portal.example', {
    HTTP_PROXY: proxy.url,
    BALLAST_INSECURE: '1',
  });
  expect(end).toMatchObject({ stderr: '', exitCode: 0 });
  expect(proxy.seen).toEqual([`GET http://portal.example/api/users/profile ${basic}`]);
});

test('through a proxy an https portal is reached by a tunnel, and only its own certificate counts', async () => {
  const { certificate, key } = makeCertificate({ name: 'portal.example' });
  const portal = await portalThat(profile, { cert: certificate, key });
  const proxy = await proxyTo(portal.port);
  const trusted = join(newHome(), 'trusted.pem');
  writeFileSync(trusted, certificate);
  const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: trusted };
  const whoami = (address: string, more: Record<string, string>) => run(['whoami', '--debug'], address, more);

  const good = await whoami('https://portal.example', env);
  expect(good).toMatchObject({ exitCode: 0 });
  expect(good.stderr).toContain(`through http://127.0.0.1:`);
  expect(good.stderr).not.toContain('pa%40ss');
  expect(proxy.seen).toEqual([`CONNECT portal.example:443 ${basic}`]);
  expect(portal.requests[0]?.headers['proxy-authorization']).toBeUndefined();

  expect(await whoami('https://other.example', env)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining("can't be reached (TLS: the certificate is for another name)."),
  });
  expect(await whoami('https://portal.example', { HTTPS_PROXY: proxy.url })).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining("can't be reached (TLS: the certificate is self-signed"),
  });
  expect(portal.requests).toHaveLength(1);
  expect(await whoami('https://portal.example', { HTTPS_PROXY: 'http://127.0.0.1:2' })).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('(the connection was refused)'),
  });
});

test.each([
  ['has expired', { from: Date.now() - 7_200_000, to: Date.now() - 3_600_000 }],
  ['is not valid yet', { from: Date.now() + 3_600_000, to: Date.now() + 7_200_000 }],
])('a certificate that %s is named, with the clock that may be wrong', async (words, times) => {
  const { certificate, key } = makeCertificate(times);
  const { port } = await portalThat(profile, { cert: certificate, key });
  const trusted = join(newHome(), 'trusted.pem');
  writeFileSync(trusted, certificate);
  const portal = `https://localhost:${port}`;
  expect(await run(['whoami'], portal, { NODE_EXTRA_CA_CERTS: trusted })).toEqual({
    stdout: '',
    stderr: `Error: The portal at ${portal} can't be reached (TLS: the certificate ${words}, or the clock of this computer is wrong). Check the address and your connection.\n`,
    exitCode: 7,
  });
});

test('every way to get no answer has its own words', async () => {
  const silent = await portalThat(() => 'silence');
  const cut = await portalThat(() => 'cut');
  const plain = await portalThat(profile);
  const causes: [string, string, string[]][] = [
    [`http://127.0.0.1:${silent.port}`, 'no answer within 1 s', ['--timeout', '1']],
    [`http://127.0.0.1:${cut.port}`, 'the connection was cut', []],
    // Nobody listens there.
    ['http://127.0.0.1:2', 'the connection was refused', []],
    ['https://portal.invalid', 'DNS (cannot find the name|does not respond)', []],
    [`https://127.0.0.1:${plain.port}`, 'TLS: the server does not support it', []],
  ];
  for (const [portal, cause, args] of causes) {
    const { stderr, exitCode } = await run(['whoami', '--json', ...args], portal);
    expect(exitCode).toBe(7);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'unreachable',
      cause: expect.stringMatching(cause),
    });
  }
});

test('what may be repeated is repeated, a create with one and the same key', async () => {
  const key = { status: 422, body: '{"code":"validation_failed","message":"No.","fields":{}}' };
  const flaky = await portalThat((_, turn) => [busy, 'cut', profileAnswer][turn - 1] as never);
  expect((await run(['whoami'], `http://127.0.0.1:${flaky.port}`)).exitCode).toBe(0);
  expect(flaky.requests).toHaveLength(3);

  const create = ['keys', 'create', '--name', 'A', '-e', 'sandbox'];
  const made = await portalThat((_, turn) => (turn < 3 ? 'cut' : key));
  expect((await run(create, `http://127.0.0.1:${made.port}`)).exitCode).toBe(4);
  const keys = made.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\x21-\x7e]{1,128}$/);

  // Any call's POST has one, too; with a key of their own a person may run the command again.
  const api = ['api', 'POST', '/api-keys/5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a12/rotate'];
  const own = await portalThat((_, turn) => (turn < 3 ? 'cut' : profileAnswer));
  const ownUrl = `http://127.0.0.1:${own.port}`;
  expect((await run([...api, '--idempotency-key', 'run 7'], ownUrl)).exitCode).toBe(0);
  expect((await run(api, ownUrl)).exitCode).toBe(0);
  expect((await run(['api', 'GET', '/api-keys'], ownUrl)).exitCode).toBe(0);
  const sent = own.requests.map(({ headers }) => headers['idempotency-key']);
  expect(sent).toEqual(['run 7', 'run 7', 'run 7', expect.stringMatching(/^[\da-f-]{36}$/), undefined]);
  for (const wrong of [
    ['api', 'POST', '/api-keys', '--idempotency-key', 'ü'],
    ['api', 'POST', '/api-keys', '--idempotency-key', ''],
    ['api', 'DELETE', '/api-keys', '--idempotency-key', 'a'],
  ])
    expect((await run(wrong, ownUrl)).exitCode).toBe(2);
  expect(own.requests).toHaveLength(5);

  // Nothing says whether it was done, so it is not done again.
  const ended = await portalThat(() => 'cut');
  const endGrace = ['api', 'POST', '/api-keys/5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a12/end-grace'];
  expect((await run(endGrace, `http://127.0.0.1:${ended.port}`)).exitCode).toBe(7);
  expect(ended.requests).toHaveLength(1);
  const reported = await portalThat(() => 'cut');
  expect((await run(['keys', 'report', 'blst_test_x'], `http://127.0.0.1:${reported.port}`)).exitCode).toBe(
    7,
  );
  expect(reported.requests).toHaveLength(1);
});

test('a portal that has too much to do is asked again no earlier than it says', async () => {
  const portal = await portalThat((_, turn) =>
    turn === 1 ? { ...busy, retryAfterSeconds: 2 } : profileAnswer,
  );
  expect((await run(['whoami'], `http://127.0.0.1:${portal.port}`)).exitCode).toBe(0);
  const [first = 0, second = 0] = portal.times;
  // Without a word of the portal it would be a third of a second.
  expect(second - first).toBeGreaterThan(1900);
});

test('the calls that `ballast api` repeats are those that the portal does once per key', () => {
  expect(new Set(idempotentCalls)).toEqual(new Set(endpoints.filter(({ idempotent }) => idempotent)));
});

test('--debug names each request and never a token; a failure of the portal names its request', async () => {
  const portal = await portalThat((_, turn) => (turn === 1 ? busy : profileAnswer));
  const url = `http://127.0.0.1:${portal.port}`;
  const { stderr, stdout } = await run(['whoami', '--debug'], url);
  expect(stderr).toMatch(
    new RegExp(
      `^debug: GET ${url}/api/users/profile\ndebug: 503 after \\d+ ms, request request-1\ndebug: GET .*\ndebug: 200 after \\d+ ms, request request-2\n$`,
    ),
  );
  expect(stderr + stdout).not.toContain(token);
  const failing = await portalThat(() => ({ ...busy, status: 500 }));
  expect((await run(['login'], `http://127.0.0.1:${failing.port}`)).stderr).toBe(
    'Error: The service is busy. (request request-1)\n',
  );
});
