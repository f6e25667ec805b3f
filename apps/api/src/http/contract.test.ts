// What must hold for every endpoint of the contract, whatever it does.

import { getSigningKeys } from '@ballast/contract/auth/session';
import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { errorBody } from '@ballast/contract/http/errors';
import { checkKey } from '@ballast/contract/keys/key-check';
import { listReviews } from '@ballast/contract/operator/operator';
import { getPortal } from '@ballast/contract/portal';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';
import { portalOf } from '../features/portal/portal.ts';
import { securityHeaders } from './answers/security-headers.ts';
import { createServe } from './serve.ts';

type Schema = { safeParse: (value: unknown) => { success: boolean } };

const app = useTestApp({ env: { LIMITS: 'calls_per_account=100000,writes_per_account=100000' } });
// The operator's socket is no part of the network: operator.test.ts goes through it.
const published = endpoints.filter(({ root }) => root !== 'operator');
const named = published.map((endpoint) => [`${endpoint.method} ${routeOf(endpoint)}`, endpoint] as const);
const signedIn = named.filter(([, endpoint]) => endpoint.auth !== 'public');
const withBody = named.filter(([, endpoint]) => endpoint.body);

const send = (endpoint: Endpoint, body?: string, headers: Record<string, string> = {}) =>
  fetch(`${app().url}${routeOf(endpoint).replace(/:\w+/g, crypto.randomUUID())}`, {
    method: endpoint.method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });

let signedInAs: ReturnType<ReturnType<typeof app>['verifiedUser']> | undefined;
const bearer = async (endpoint: Endpoint): Promise<Record<string, string>> => {
  if (endpoint.auth === 'public') return {};
  signedInAs ??= app().verifiedUser();
  return { authorization: `Bearer ${(await signedInAs).session.access_token}` };
};

const expectRefusal = async (response: Response, statuses: number[]) => {
  const text = await response.text();
  expect(statuses, `${response.status} ${text}`).toContain(response.status);
  expect(errorBody.safeParse(JSON.parse(text)).success).toBe(true);
  return JSON.parse(text) as { code: string; message: string; fields: Record<string, string> };
};

test.each(named)('%s is served', async (_, endpoint) => {
  expect((await send(endpoint)).status).not.toBe(404);
});

test.each(signedIn)('%s answers 401 without a token', async (_, endpoint) => {
  const response = await send(endpoint);
  expect(response.status).toBe(401);
});

describe.each(withBody)('%s', (_, endpoint) => {
  const { shape } = (endpoint.body as unknown as { def: { shape: Record<string, Schema> } }).def;
  const fields = Object.keys(shape);
  const open = endpoint.dialect === 'session-library';

  test('refuses malformed JSON in the product’s words', async () => {
    const headers = await bearer(endpoint);
    for (const body of ['{', '{"email":', 'email=a', '{"a":1}}', '{"__proto__":{"admin":true}}']) {
      const refusal = await expectRefusal(await send(endpoint, body, headers), [400]);
      expect(refusal).toMatchObject({
        code: open ? 'bad_json' : 'malformed_request',
        message: 'The request body is not valid JSON.',
      });
    }
  });

  test('refuses a body that is no object', async () => {
    const headers = await bearer(endpoint);
    const none = endpoint.bodyOptional ? [] : ['null', ''];
    for (const body of ['[]', '"text"', '7', 'true', ...none]) {
      await expectRefusal(await send(endpoint, body, headers), [400, 422]);
    }
  });

  test('refuses wrong types and over-long text with the field they belong to', async () => {
    const headers = await bearer(endpoint);
    for (const value of [7, true, { a: 1 }, ['a'], 'x'.repeat(5000)]) {
      for (const field of fields) {
        if (shape[field]?.safeParse(value).success) continue;
        const response = await send(endpoint, JSON.stringify({ [field]: value }), headers);
        const refusal = await expectRefusal(response, [400, 422]);
        if (!open) expect(Object.keys(refusal.fields)).toContain(field);
      }
    }
  });

  test('refuses fields that it does not know', async () => {
    if (open) return;
    const response = await send(endpoint, JSON.stringify({ surprise: 1 }), await bearer(endpoint));
    const refusal = await expectRefusal(response, [422]);
    expect(refusal.fields.surprise).toBe(`Unknown field. Allowed: ${fields.join(', ')}.`);
  });

  test('refuses a body over 64 KiB', async () => {
    const body = JSON.stringify({ [fields[0] ?? 'a']: 'x'.repeat(64 * 1024) });
    const refusal = await expectRefusal(await send(endpoint, body, await bearer(endpoint)), [413]);
    expect(refusal).toMatchObject({ code: 'body_too_large' });
  });

  test('refuses a body that is not JSON', async () => {
    const headers = { ...(await bearer(endpoint)), 'content-type': 'text/plain' };
    await expectRefusal(await send(endpoint, 'email=mara', headers), [415]);
  });
});

test('an endpoint that the contract does not list is not served', () => {
  const serve = createServe(Fastify(), app().deps, ['portal']);
  const unlisted = endpoint('GET', '/unlisted', {
    auth: 'public',
    summary: 'Nobody knows it',
    reply: getPortal.reply,
  });
  expect(() => serve(unlisted, () => portalOf(app().deps.config))).toThrow('GET /api/unlisted is not listed');
});

test('a call of the operator’s socket cannot be mounted where the network reaches it', () => {
  const serve = createServe(Fastify(), app().deps, ['portal', 'gateway']);
  expect(() => serve(listReviews, () => [])).toThrow('GET /requests does not belong on this server');
});

test('an unknown path and a malformed address are refused without a fault', async () => {
  for (const path of ['/nothing', '/auth/nothing', '/%ff', '/users/profile/../../x']) {
    await expectRefusal(await fetch(`${app().baseUrl}${path}`), [404]);
  }
});

describe('every answer carries the security headers and a request id', () => {
  const expectHeaders = async (response: Response, more: Record<string, string> = {}) => {
    await response.arrayBuffer();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...securityHeaders(false),
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      ...more,
    });
  };
  // A gateway reads the answer about a key, and no browser does: security-headers.test.ts knows its headers.
  const forBrowsers = named.filter(([, endpoint]) => endpoint !== checkKey);
  // The public keys of the session library are the same for everybody.
  const cachingOf = (endpoint: Endpoint) =>
    endpoint === getSigningKeys
      ? { 'cache-control': 'public, max-age=600' }
      : { 'cache-control': 'no-store' };

  test.each(forBrowsers)('%s, called by nobody', async (_, endpoint) => {
    await expectHeaders(await send(endpoint), cachingOf(endpoint));
  });

  test.each(forBrowsers.filter(([, { method }]) => method === 'GET'))('%s, read', async (_, endpoint) => {
    await expectHeaders(await send(endpoint, undefined, await bearer(endpoint)), cachingOf(endpoint));
  });

  test.each(['/api/nothing', '/%ff', '/health', '/nothing'])('%s', async (path) => {
    await expectHeaders(await fetch(`${app().url}${path}`));
  });
});

test('the OpenAPI document lists every endpoint', async () => {
  const document = (await (await fetch(`${app().baseUrl}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { summary: string }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const endpoint of published) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    expect(document.paths[path]?.[endpoint.method.toLowerCase()]?.summary).toBe(endpoint.summary);
  }
});
