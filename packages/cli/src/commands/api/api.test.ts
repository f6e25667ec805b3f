// `ballast api` passes on what a portal answers: body, status and pages.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ballast } from '../../testing/ballast.ts';

type Answer = { status?: number; headers?: Record<string, string>; body: string };
type Seen = { line: string; headers: IncomingMessage['headers']; body: string };

const portalThat = async (answer: (url: URL) => Answer) => {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    const { status = 200, headers, body: sent } = answer(new URL(request.url ?? '/', 'http://portal'));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = (...args: string[]) =>
    ballast(['api', ...args], { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' });
  return { call, seen };
};

const refusals: [number, number][] = [
  [400, 4],
  [401, 3],
  [403, 4],
  [404, 5],
  [405, 5],
  [409, 4],
  [422, 4],
  [429, 6],
  [500, 1],
];

test.each(refusals)(
  'a refusal (%i) is its body on stdout and its status on stderr',
  async (status, exitCode) => {
    const body =
      '{"code":"validation_failed","message":"No.","fields":{"name":"Taken"},"big":12345678901234567890}';
    const { call } = await portalThat(() => ({ status, body }));
    expect(await call('GET', '/api-keys')).toEqual({
      stdout: `${body}\n`,
      stderr: `HTTP ${status}\n`,
      exitCode,
    });
  },
);

test('a mistyped path is the 404 that came, and no advice to install another version', async () => {
  const { call, seen } = await portalThat(() => ({ status: 404, body: '{"code":"no_such_route"}' }));
  expect(await call('GET', '/nope')).toEqual({
    stdout: '{"code":"no_such_route"}\n',
    stderr: 'HTTP 404\n',
    exitCode: 5,
  });
  expect(seen.map(({ line }) => line)).toEqual(['GET /api/nope']);
  const asJson = await call('GET', '/nope', '--json');
  expect(JSON.parse(asJson.stdout)).toEqual({ code: 'no_such_route' });
  expect(JSON.parse(asJson.stderr)).toEqual({
    error: { code: 'not_found', message: 'HTTP 404', exitCode: 5, status: 404 },
  });
});

test('what is no JSON comes as text, and an empty answer is nothing', async () => {
  const page = await portalThat(() => ({ status: 502, body: '<h1>Bad Gateway</h1>\nnginx\n' }));
  expect(await page.call('DELETE', '/api-keys')).toEqual({
    stdout: '<h1>Bad Gateway</h1>\nnginx\n',
    stderr: 'HTTP 502\n',
    exitCode: 1,
  });
  const empty = await portalThat(() => ({ status: 204, body: '' }));
  expect(await empty.call('DELETE', '/api-keys')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

test('--include prints the status and the headers of a refusal, too', async () => {
  const { call } = await portalThat(() => ({ status: 409, headers: { 'x-thing': 'a' }, body: '{}' }));
  const { stdout } = await call('GET', '/x', '-i');
  expect(stdout).toMatch(/^409\n/);
  expect(stdout).toMatch(/^x-thing: a$/m);
  expect(stdout).toMatch(/\n\n\{\}\n$/);
});

test('the method is the first word, an option, or follows from the body', async () => {
  const { call, seen } = await portalThat(() => ({ body: '{}' }));
  await call('/api-keys', '-F', 'limit=1', '-X', 'get');
  await call('/api-keys');
  await call('/api-keys', '-F', 'name=A');
  await call('api-keys/1', '--method', 'DELETE');
  expect(seen.map(({ line, body }) => `${line} ${body}`)).toEqual([
    'GET /api/api-keys?limit=1 ',
    'GET /api/api-keys ',
    'POST /api/api-keys {"name":"A"}',
    'DELETE /api/api-keys/1 ',
  ]);
  for (const args of [['GET'], ['GET', '/x', '-X', 'POST'], ['/x', '-X', 'FETCH']])
    expect(await call(...args)).toMatchObject({ stdout: '', exitCode: 2 });
  expect(seen).toHaveLength(4);
});

test('headers are added and replaced, but not those of the connection', async () => {
  const { call, seen } = await portalThat(() => ({ body: '{}' }));
  await call('GET', '/x', '-H', 'X-Trace: a b', '-H', 'Accept: text/plain');
  expect(seen[0]?.headers).toMatchObject({
    'x-trace': 'a b',
    accept: 'text/plain',
    authorization: 'Bearer blst_cli_x',
  });
  for (const header of ['Host: evil.example', 'Content-Length: 0', 'no colon', 'a b: c', 'x: a\r\ny: b'])
    expect(await call('GET', '/x', '-H', header)).toMatchObject({ stdout: '', exitCode: 2 });
  expect(seen).toHaveLength(1);
});

test('--paginate joins the pages of a list, and keeps the other parameters', async () => {
  const pages: Record<string, Answer> = {
    '': { headers: { 'x-next-cursor': 'b' }, body: '[{"id":1},{"id":2}]' },
    b: { headers: { 'x-next-cursor': 'c' }, body: '[{"id":3}]' },
    c: { body: '[]' },
  };
  const { call, seen } = await portalThat(
    (url) => pages[url.searchParams.get('cursor') ?? ''] ?? { status: 400, body: '{}' },
  );
  const { stdout, stderr, exitCode } = await call('/activities', '--paginate', '-X', 'GET', '-F', 'limit=2');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(JSON.parse(stdout)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(seen.map(({ line }) => line)).toEqual([
    'GET /api/activities?limit=2',
    'GET /api/activities?limit=2&cursor=b',
    'GET /api/activities?limit=2&cursor=c',
  ]);
});

test('--paginate prints one answer as it came, and ends with the first page that fails', async () => {
  const single = await portalThat(() => ({ body: '{"a": 1}' }));
  expect((await single.call('/users/profile', '--paginate')).stdout).toBe('{"a": 1}\n');
  const refused = await portalThat(() => ({ status: 403, body: '{"code":"scope_missing"}' }));
  expect(await refused.call('/api-keys', '--paginate')).toEqual({
    stdout: '{"code":"scope_missing"}\n',
    stderr: 'HTTP 403\n',
    exitCode: 4,
  });
  const circles = await portalThat(() => ({ headers: { 'x-next-cursor': 'a' }, body: '[]' }));
  expect(await circles.call('/api-keys', '--paginate')).toMatchObject({ exitCode: 1 });
  expect(circles.seen).toHaveLength(2);
  for (const flags of [['-X', 'POST'], ['-i']])
    expect(await single.call('/x', '--paginate', ...flags)).toMatchObject({ stdout: '', exitCode: 2 });
});
