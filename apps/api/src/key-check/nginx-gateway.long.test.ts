// The gateway that deploy/nginx.conf makes, in a real nginx.
import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { createKey, deleteKey, rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { keyCheckMessages, rateLimitPolicy } from '@ballast/contract/keys/key-check';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { listRequests } from '@ballast/contract/requests/requests';
import { freePort } from '@ballast/harness/free-port';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway } from '../../testing/servers/nginx.ts';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway(new URL(app().url).host);
});
afterAll(() => gateway?.stop());

// What the API was asked.
type Received = { method: string; path: string; headers: Record<string, string> };

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { method, headers, ...(method === 'POST' ? { body: '{"amount":5}' } : {}) });
// fetch would tidy a path before it sends it.
const askRaw = async (path: string, headers: Record<string, string>, method: string) => {
  const { hostname, port } = new URL(gateway.url);
  const request = http.request({ hostname, port, path, method, headers }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = (await json(response)) as { code?: string; message?: string };
  return { status: response.statusCode, body };
};
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

const newKey = async () => {
  const { call, user } = await app().verifiedUser();
  const key = await call(createKey, { body: { name: 'gateway', environment: 'SANDBOX' } });
  return { ...key, call, user };
};

test('a request with a good key reaches the API with what is true of the key, and without the key', async () => {
  const { id, key, user } = await newKey();
  const answer = await ask('/payments/7?full=1', {
    ...withKey(key),
    'x-ballast-user-id': 'somebody else',
    'x-ballast-key-id': 'another key',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit-policy')).toBe(rateLimitPolicy(3));
  expect(answer.headers.get('ratelimit')).toBe('"default";r=2;t=1');
  const { path, headers } = (await answer.json()) as Received;
  expect(path).toBe('/payments/7?full=1');
  expect(headers).toMatchObject({
    'x-ballast-key-id': id,
    'x-ballast-user-id': user.id,
    'x-ballast-environment': 'SANDBOX',
  });
  expect(JSON.stringify(headers)).not.toContain(key);
});

test('the key may come as X-Api-Key, and the request may carry a body', async () => {
  const { id, key } = await newKey();
  const answer = await ask('/payments', { 'x-api-key': key }, 'POST');
  expect(answer.status).toBe(200);
  const { method, headers } = (await answer.json()) as Received;
  expect(method).toBe('POST');
  expect(headers).toMatchObject({ 'x-ballast-key-id': id, 'content-length': '12' });
  expect(headers).not.toHaveProperty('x-api-key');
});

test('one id names a request at the gateway, in the API, in the answer and in the list of its owner', async () => {
  const { key, call } = await newKey();
  const passed = await ask('/payments', { ...withKey(key), 'x-request-id': 'made-up' });
  const id = passed.headers.get('x-request-id') ?? '';
  expect(id).toMatch(/^[\da-f]{32}$/);
  const { headers } = (await passed.json()) as Received;
  expect(headers).toMatchObject({ 'x-request-id': id });
  const refused = await ask('/payments', withKey(`${key.slice(0, -1)}-`));
  expect(refused.headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
  await app().deps.keyCheck.flushUsage();
  expect(await call(listRequests, { query: { requestId: id } })).toMatchObject([
    { method: 'GET', path: '/payments', outcome: 'allowed' },
  ]);
});

test('what the API answers itself is passed on, failures too', async () => {
  const { key } = await newKey();
  const answer = await ask('/fails', withKey(key));
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ path: '/fails' });
});

test.each([
  ['no key', {}, keyCheckMessages.missing],
  ['a key that does not exist', withKey(`blst_test_${'x'.repeat(38)}`), keyCheckMessages.unknown],
])('%s is refused by the check’s own words', async (_, headers, message) => {
  const answer = await ask('/payments', headers as Record<string, string>);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual({ code: 'key_unknown', message, fields: {} });
});

test('a rotated and a deleted key are refused at once', async () => {
  const { id, key, call } = await newKey();
  expect((await ask('/', withKey(key))).status).toBe(200);
  const { key: newer } = await call(rotateKey, { params: { id } });
  const revoked = { code: 'key_revoked', message: keyCheckMessages.revoked, fields: {} };
  const rotated = await ask('/', withKey(key));
  expect([rotated.status, await rotated.json()]).toEqual([401, revoked]);
  expect((await ask('/', withKey(newer))).status).toBe(200);
  await call(deleteKey, { params: { id } });
  const deleted = await ask('/', withKey(newer));
  expect([deleted.status, await deleted.json()]).toEqual([401, revoked]);
});

test('a restricted key passes where its restrictions let it, and is refused by the check’s own words', async () => {
  const { id, key, call } = await newKey();
  const restrict = (body: GivenRestrictions) => call(updateKey, { params: { id }, body });
  const answerTo = async (path: string, method = 'GET', headers = {}) => {
    app().skipSeconds(1);
    const { status, body } = await askRaw(path, { ...withKey(key), ...headers }, method);
    return status === 200 ? '200' : `${status} ${body.code} ${body.message}`;
  };
  const lacks = (scope: string) => `403 scope_missing ${keyCheckMessages.scopeMissing(scope)}`;
  await restrict({ scopes: ['payments:read'] });
  expect(await answerTo('/payments/7?full=1')).toBe('200');
  expect(await answerTo('/payments', 'POST')).toBe(lacks('payments:write'));
  expect(await answerTo('/payouts')).toBe(lacks('payouts:read'));
  // Neither another spelling nor a header of one's own finds a way around.
  for (const path of ['/payouts.json', '/%70ayouts', '/PAYOUTS?scope=payments:read'])
    expect(await answerTo(path, 'GET', { 'x-required-scope': 'payments:read' }), path).toBe(
      lacks('payouts:read'),
    );
  expect(await answerTo('/status', 'GET', { 'x-required-scope': 'payouts:read' })).toBe('200');

  await restrict({ scopes: null, allowedNetworks: ['203.0.113.0/24'] });
  const fromHere = `403 address_not_allowed ${keyCheckMessages.addressNotAllowed('127.0.0.1')}`;
  expect(await answerTo('/payments', 'GET', { 'x-forwarded-for': '203.0.113.24' })).toBe(fromHere);
  await restrict({ allowedNetworks: ['127.0.0.0/8'] });
  expect(await answerTo('/payments')).toBe('200');

  const expiresAt = new Date(app().now().getTime() + 5000).toISOString();
  await restrict({ expiresAt });
  app().skipSeconds(5);
  expect(await answerTo('/payments')).toBe(`401 key_expired ${keyCheckMessages.expired(expiresAt)}`);
  await app().deps.keyCheck.flushUsage();
  const refusals = await call(listRefusals, { params: { id } });
  const listed = refusals.map(({ reason, method, path }) => `${reason} ${method} ${path}`);
  expect(listed).toContain('key_expired GET /payments');
  expect(listed).toContain('address_not_allowed GET /payments');
  expect(listed).toContain('scope_missing POST /payments');
  expect(listed).toContain('scope_missing GET /PAYOUTS');
});

test('over its limit the caller learns so, and when to come back', async () => {
  const { key } = await newKey();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/', withKey(key))));
  expect(answers.filter(({ status }) => status === 200).length).toBe(3);
  const limited = answers.find(({ status }) => status !== 200);
  expect(limited?.status).toBe(429);
  expect(limited?.headers.get('retry-after')).toBe('1');
  expect(limited?.headers.get('ratelimit-policy')).toBe(rateLimitPolicy(3));
  expect(limited?.headers.get('ratelimit')).toBe('"default";r=0;t=1');
  expect(await limited?.json()).toEqual({
    code: 'rate_limited',
    message: keyCheckMessages.limited(3),
    fields: {},
  });
});

test('usage names the caller, not the gateway', async () => {
  const { id, key, call } = await newKey();
  await ask('/', { ...withKey(key), 'user-agent': 'checkout/1.0', 'x-forwarded-for': '203.0.113.24' });
  await waitFor('the use to be on record', async () => {
    await app().deps.keyCheck.flushUsage();
    const { lastUse } = await call(getKeyUsage, { params: { id }, query: {} });
    // The gateway is at the edge: a caller's claim about its own address does not count.
    expect(lastUse).toMatchObject({ address: '127.0.0.1', userAgent: 'checkout/1.0' });
  });
});

test('while the portal is away nothing passes', async () => {
  const alone = await startGateway(`127.0.0.1:${await freePort()}`);
  const { key } = await newKey();
  const answer = await fetch(alone.url, { headers: withKey(key) });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    code: 'unavailable',
    message: keyCheckMessages.unavailable,
    fields: {},
  });
  await alone.stop();
});
