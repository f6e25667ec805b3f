import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { productionSettings } from '../../../testing/production-settings.ts';
import { startTestApp, useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
// A server that stops waits for answers that nobody has read.
const headersOf = async (path: string, init?: RequestInit, url = app().url) => {
  const answer = await fetch(`${url}${path}`, init);
  await answer.arrayBuffer();
  return answer.headers;
};

test('every page has a content policy that names its sources', async () => {
  for (const path of ['/docs', '/dev/mailbox', '/api/portal', '/health', '/nothing']) {
    const policy = (await headersOf(path)).get('content-security-policy')?.split('; ') ?? [];
    expect(policy, path).toEqual(
      expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    const scripts = policy.find((directive) => directive.startsWith('script-src')) ?? policy[0];
    expect(scripts, path).toMatch(/^(script|default)-src 'self'$/);
  }
});

test('an answer of the API is nothing that a browser would render', async () => {
  for (const path of ['/api/portal', '/api/nothing', '/api/openapi.json', '/v1/key-check']) {
    const headers = await headersOf(path);
    expect(headers.get('content-type'), path).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});

test('every text says what it is and in which characters', async () => {
  const pages = ['/docs', '/dev/mailbox', '/dev/mailbox.css'];
  for (const path of [...pages, '/dev/github/style.css', '/health', '/nothing'])
    expect((await headersOf(path)).get('content-type'), path).toMatch(/^[\w/]+; charset=utf-8$/);
});

test('no other origin gets a permission', async () => {
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  for (const method of ['GET', 'OPTIONS']) {
    const headers = await headersOf('/api/portal', { method, headers: preflight });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('TRACE is not answered', async () => {
  const call = request(`${app().url}/api/portal`, { method: 'TRACE', headers: { cookie: 'a=secret' } }).end();
  const [response] = await once(call, 'response');
  expect(response.statusCode).toBe(404);
  expect(await text(response)).not.toContain('secret');
});

test('a request with two lengths is refused', async () => {
  const { hostname, port } = new URL(app().url);
  const socket = connect(Number(port), hostname);
  const hidden = 'GET /api/portal HTTP/1.1\r\nHost: portal.localhost\r\n\r\n';
  const lengths = `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked`;
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: portal.localhost\r\n${lengths}\r\n\r\n0\r\n\r\n${hidden}`,
  );
  const answers = (await text(socket)).match(/^HTTP\/1\.1 .*$/gm);
  expect(answers?.map((line) => line.trim())).toEqual(['HTTP/1.1 400 Bad Request']);
});

test('in production every answer asks for https for two years, subdomains included', async () => {
  const production = await startTestApp({ env: productionSettings });
  for (const path of ['/health', '/docs', '/api/portal', '/nothing']) {
    const headers = await headersOf(path, {}, production.url);
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  }
  await production.stop();
});
