// What a restricted key is told by the check, in which order, and what that costs its limit.
import * as contract from '@ballast/contract/keys/api-keys';
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' } });

const inSeconds = (seconds: number) => new Date(app().now().getTime() + seconds * 1000).toISOString();

const newKey = async (given: GivenRestrictions) => {
  const { call } = await app().verifiedUser();
  const body = { name: 'restricted', environment: 'SANDBOX', ...given } as const;
  const { id, key } = await call(contract.createKey, { body });
  const change = (wanted: GivenRestrictions) => call(contract.updateKey, { params: { id }, body: wanted });
  return { call, change, key, params: { id } };
};

type From = { address?: string; headers?: Record<string, string> };
const ask = async (
  key: string,
  path = '/v1/key-check',
  { address = '203.0.113.7', headers = {} }: From = {},
) => {
  const answer = await fetch(`${app().url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address, ...headers },
  });
  const body = (await answer.json()) as { code?: string; message?: string; details?: unknown };
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    outcome: `${answer.status} ${body.code ?? ''}`,
  };
};
const lookups = async () =>
  (await app().deps.metrics.registry.getSingleMetric('ballast_key_lookups_total')?.get())?.values[0]?.value;

test('a key that nothing stands in the way of says what it is restricted to', async () => {
  const given = {
    expiresAt: inSeconds(3600),
    scopes: ['payments:read', 'balances:read'],
    allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  };
  const { key } = await newKey(given);
  for (const address of ['203.0.113.7', '2001:db8:7::1', '::ffff:203.0.113.9']) {
    const { status, body } = await ask(key, '/v1/key-check?scope=payments:read', { address });
    expect(status, address).toBe(200);
    expect(body).toMatchObject({ scopes: given.scopes, expiresAt: given.expiresAt });
  }
});

test('a key expires at its time without a look at the database, and comes back when it is given more', async () => {
  const expiresAt = inSeconds(60);
  const { key, change } = await newKey({ expiresAt });
  expect((await ask(key)).status).toBe(200);
  const before = await lookups();
  app().skipSeconds((Date.parse(expiresAt) - app().now().getTime() - 1) / 1000);
  expect((await ask(key)).status).toBe(200);
  app().skipSeconds(0.001);
  const { status, headers, body } = await ask(key);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(headers.get('x-ballast-code')).toBe('key_expired');
  expect(headers.get('x-ballast-message')).toBe(body.message);
  expect(body).toEqual({
    code: 'key_expired',
    message: keyCheckMessages.expired(expiresAt),
    fields: {},
    details: { expiresAt },
  });
  expect((await ask(key, '/v1/balance')).outcome).toBe('401 key_expired');
  expect(await lookups()).toBe(before);
  await change({ expiresAt: inSeconds(60) });
  expect((await ask(key)).status).toBe(200);
  await change({ expiresAt: null });
  app().skipSeconds(60);
  expect((await ask(key)).status).toBe(200);
});

test('an address outside of the networks is refused by name, here and at the balance', async () => {
  const { key, change } = await newKey({ allowedNetworks: ['203.0.113.0/24'] });
  const address = '198.51.100.9';
  for (const path of ['/v1/key-check', '/v1/balance']) {
    expect((await ask(key, path)).status).toBe(200);
    const { status, body } = await ask(key, path, { address });
    expect([status, body]).toEqual([
      403,
      {
        code: 'address_not_allowed',
        message:
          'This API key may not be used from 198.51.100.9. Add the address to its allowed networks, or use another key.',
        fields: {},
        details: { address },
      },
    ]);
    app().skipSeconds(1);
  }
  // What a caller claims about itself in front of the last trusted proxy does not count.
  expect((await ask(key, undefined, { address: `203.0.113.7, ${address}` })).status).toBe(403);
  expect((await ask(key, undefined, { address: '2001:db8::1' })).status).toBe(403);
  await change({ allowedNetworks: null });
  expect((await ask(key, undefined, { address })).status).toBe(200);
});

test.each([
  ['/v1/key-check', {}, null],
  ['/v1/key-check?scope=payments:read', {}, null],
  ['/v1/key-check?x=1&scope=payments%3Aread', {}, null],
  ['/v1/key-check?scope=', { 'x-required-scope': 'payments:read' }, null],
  ['/v1/key-check', { 'X-Required-Scope': 'payments:write' }, 'payments:write'],
  ['/v1/key-check?scope=payouts:write', {}, 'payouts:write'],
  // Naming a scope that the key has does not hide the one that it lacks.
  ['/v1/key-check?scope=payments:write', { 'x-required-scope': 'payments:read' }, 'payments:write'],
  ['/v1/key-check?scope=payments:read', { 'x-required-scope': 'payments:write' }, 'payments:write'],
  ['/v1/key-check?scope=payments:read&scope=payments:write', {}, 'payments:write'],
  ['/v1/key-check', { 'x-required-scope': 'payments:read, payments:write' }, 'payments:write'],
  // Behind a path the query is that of the request.
  ['/v1/key-check/payments?scope=payments:write', {}, null],
  ['/v1/key-check/payments?scope=payments:read', { 'x-required-scope': 'payments:write' }, 'payments:write'],
])('%s with %j lacks %s', async (path, headers, scope) => {
  holder ??= newKey({ scopes: ['payments:read'] });
  const { key } = await holder;
  app().skipSeconds(1);
  const { status, body } = await ask(key, path, { headers: headers as Record<string, string> });
  if (scope === null) return expect(status).toBe(200);
  expect([status, body]).toEqual([
    403,
    {
      code: 'scope_missing',
      message: `This API key may not do this: it lacks the scope ${scope}. Give it the scope, or use another key.`,
      fields: {},
      details: { scope },
    },
  ]);
});
let holder: ReturnType<typeof newKey> | undefined;

test('what cannot be a scope is refused, and repeated nowhere', async () => {
  const { key } = await newKey({ scopes: ['payments:read'] });
  for (const bad of [
    '%0d%0ax-injected:1:',
    '%22%7d',
    '%zz',
    'x'.repeat(3000),
    '%e2%82%ac',
    'PAYMENTS:READ',
  ]) {
    const { outcome, headers, body } = await ask(key, `/v1/key-check?scope=${bad}`);
    expect(outcome).toBe('403 scope_missing');
    expect(body.message).toBe(keyCheckMessages.scopeMissing(null));
    expect(headers.get('x-injected')).toBeNull();
  }
  const { key: free } = await newKey({});
  expect((await ask(free, '/v1/key-check?scope=whatever')).status).toBe(200);
});

test('expiry is told before the address, that before the scope, and only what reaches the limit spends', async () => {
  const { key, params, call } = await newKey({
    expiresAt: inSeconds(60),
    scopes: ['payments:read'],
    allowedNetworks: ['203.0.113.7'],
  });
  const elsewhere = { address: '198.51.100.9' };
  const wrong = '/v1/key-check?scope=payments:write';
  for (let i = 0; i < 5; i += 1) {
    expect((await ask(key, wrong, elsewhere)).outcome).toBe('403 address_not_allowed');
    expect((await ask(key, wrong)).outcome).toBe('403 scope_missing');
  }
  for (let i = 0; i < 3; i += 1) expect((await ask(key)).status).toBe(200);
  expect((await ask(key)).outcome).toBe('429 rate_limited');
  expect((await ask(key, wrong)).outcome).toBe('403 scope_missing');

  await app().deps.keyCheck.flushUsage();
  const usage = await call(getKeyUsage, { params, query: {} });
  expect(usage.total).toEqual({ allowed: 3, limited: 1, refused: 11 });
  expect(usage.lastUse?.address).toBe('203.0.113.7');

  app().skipSeconds(60);
  expect((await ask(key, wrong, elsewhere)).outcome).toBe('401 key_expired');
  const { key: rotated } = await call(contract.rotateKey, { params });
  expect((await ask(key, wrong, elsewhere)).outcome).toBe('401 key_revoked');
  expect((await ask(rotated, wrong, elsewhere)).outcome).toBe('401 key_expired');
});
