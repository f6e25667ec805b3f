// The key check as a gateway calls it.

import { requestTokens } from '@ballast/contract/faucet';
import * as contract from '@ballast/contract/keys/api-keys';
import { type CheckedKey, keyCheckMessages } from '@ballast/contract/keys/key-check';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { updateProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { onPostgres } from '../../testing/databases/database.ts';
import { startTestApp, useTestApp } from '../../testing/test-app.ts';
import { decideReview } from '../features/operator/requests/review-requests.ts';
import { operatorNamed } from '../identity/actor.ts';
import { makeKeySecret } from './key-secret.ts';

const app = useTestApp();

const newKey = async (environment: contract.Environment = 'SANDBOX') => {
  const user = await app().verifiedUser();
  await user.call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const key = await user.call(contract.createKey, { body: { name: 'checkout-wéb', environment } });
  return { ...user, key, params: { id: key.id } };
};

const ask = (headers: Record<string, string>, path = '/v1/key-check', method = 'GET') =>
  fetch(`${app().url}${path}`, { method, headers });
const checkKey = (value: string, path?: string, method?: string) =>
  ask({ authorization: `Bearer ${value}` }, path, method);
const refusalOf = async (answer: Promise<Response>) => {
  const response = await answer;
  return { status: response.status, ...((await response.json()) as { code: string; message: string }) };
};
const lookups = async () =>
  (await app().deps.metrics.registry.getSingleMetric('ballast_key_lookups_total')?.get())?.values[0]?.value;

const raiseLimit = async ({ call, params }: Awaited<ReturnType<typeof newKey>>, requestedLimit: number) => {
  const body = { requestedLimit, reason: 'a justification of sufficient length' };
  const { request } = await call(requestRateLimit, { params, body });
  await decideReview(app().deps, operatorNamed('mara'), request.id, { approved: true, note: null });
};

test('a good key is answered with its facts, how much is left, and no secret', async () => {
  const { key, user } = await newKey();
  const response = await checkKey(key.key);
  expect(response.status).toBe(200);
  const text = await response.text();
  const facts: CheckedKey = {
    keyId: key.id,
    name: 'checkout-wéb',
    environment: 'SANDBOX',
    userId: user.id,
    rateLimit: 3,
    scopes: null,
    expiresAt: null,
  };
  expect(JSON.parse(text)).toEqual(facts);
  expect(text).not.toContain(key.key.slice(10));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'ratelimit-policy': '"default";q=3;w=1',
    ratelimit: '"default";r=2;t=1',
    'x-ballast-key-id': key.id,
    'x-ballast-user-id': user.id,
    'x-ballast-environment': 'SANDBOX',
  });
});

test('X-Api-Key does as well, in any spelling of the header; Bearer comes first', async () => {
  const { key } = await newKey();
  expect((await ask({ 'X-API-KEY': key.key })).status).toBe(200);
  expect((await ask({ authorization: `bearer ${key.key}` })).status).toBe(200);
  expect((await ask({ authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': key.key })).status).toBe(200);
  const other = makeKeySecret('SANDBOX');
  expect((await ask({ authorization: `Bearer ${other}`, 'x-api-key': key.key })).status).toBe(401);
});

test('whatever method and path a gateway passes on, the key is checked', async () => {
  const [one, two] = [await newKey(), await newKey()];
  for (const [key, method, path] of [
    [one, 'POST', '/v1/key-check'],
    [one, 'DELETE', '/v1/key-check/payments/7?refund=1'],
    [one, 'HEAD', '/v1/key-check/'],
    [two, 'GET', '/v1/key-check?x=1'],
    [two, 'OPTIONS', '/v1/key-check/a'],
  ] as const) {
    const response = await checkKey(key.key.key, path, method);
    expect(response.status, `${method} ${path}`).toBe(200);
    expect(response.headers.get('x-ballast-key-id')).toBe(key.key.id);
  }
  expect((await checkKey(two.key.key, '/v1/key-checks')).status).toBe(404);
});

test('no key and a key that cannot be one are refused without a look at the database', async () => {
  const before = await lookups();
  const real = makeKeySecret('PRODUCTION');
  const swapped = real.slice(0, 20) + (real[20] === 'a' ? 'b' : 'a') + real.slice(21);
  for (const value of [swapped, `${real}x`, real.slice(0, -1), 'x', 'blst_test_', '%00', `${real} ${real}`]) {
    expect(await refusalOf(checkKey(value))).toMatchObject({
      status: 401,
      code: 'key_unknown',
      message: keyCheckMessages.unknown,
    });
  }
  for (const headers of [{}, { authorization: 'Bearer' }, { authorization: 'Basic dXNlcjpwYXNz' }]) {
    expect(await refusalOf(ask(headers))).toMatchObject({
      code: 'key_unknown',
      message: keyCheckMessages.missing,
    });
  }
  expect(await lookups()).toBe(before);
});

test('a key that nobody has is looked up once', async () => {
  const value = makeKeySecret('SANDBOX');
  const before = (await lookups()) ?? 0;
  const refused = await checkKey(value);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  for (let i = 0; i < 5; i += 1) expect((await refusalOf(checkKey(value))).code).toBe('key_unknown');
  expect(await lookups()).toBe(before + 1);
});

test('fifty first requests at once ask the database once', async () => {
  const { key } = await newKey();
  const before = (await lookups()) ?? 0;
  const answers = await Promise.all(Array.from({ length: 50 }, () => checkKey(key.key)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(47);
  expect(await lookups()).toBe(before + 1);
});

test('more than the limit in a second is refused, with when to come back; then it passes again', async () => {
  const { key } = await newKey();
  for (const left of [2, 1, 0])
    expect((await checkKey(key.key)).headers.get('ratelimit')).toBe(`"default";r=${left};t=1`);
  const response = await checkKey(key.key);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('ratelimit')).toBe('"default";r=0;t=1');
  expect(response.headers.get('ratelimit-policy')).toBe('"default";q=3;w=1');
  expect(await response.json()).toEqual({
    code: 'rate_limited',
    message: 'This API key may make 3 requests per second. Try again in a second.',
    fields: {},
  });
  app().skipSeconds(1);
  expect((await checkKey(key.key)).status).toBe(200);
});

test('a rotated value is revoked and the new one good, from the moment the call answers', async () => {
  const fixture = await newKey();
  await raiseLimit(fixture, 1000);
  const { call, key, params } = fixture;
  let value = key.key;
  for (let round = 0; round < 5; round += 1) {
    expect((await checkKey(value)).status).toBe(200);
    const { key: next } = await call(contract.rotateKey, { params });
    expect(await refusalOf(checkKey(value))).toMatchObject({ status: 401, code: 'key_revoked' });
    value = next;
    expect((await checkKey(value)).status).toBe(200);
  }
  expect(await refusalOf(checkKey(key.key))).toMatchObject({ message: keyCheckMessages.revoked });
});

test('requests that run while a key is rotated never get a 200 for the old value afterwards', async () => {
  const fixture = await newKey();
  await raiseLimit(fixture, 1000);
  let value = fixture.key.key;
  for (let round = 0; round < 5; round += 1) {
    let rotated = false;
    const late: number[] = [];
    const old = value;
    const keepAsking = async () => {
      for (let i = 0; i < 20 || !rotated; i += 1) {
        const after = rotated;
        const { status } = await checkKey(old);
        if (after) late.push(status);
      }
    };
    const asking = Array.from({ length: 4 }, keepAsking);
    const { key: next } = await fixture.call(contract.rotateKey, { params: fixture.params });
    rotated = true;
    await Promise.all(asking);
    late.push((await checkKey(old)).status);
    expect(new Set(late)).toEqual(new Set([401]));
    value = next;
  }
});

test('a deleted key is revoked at once', async () => {
  const { call, key, params } = await newKey();
  expect((await checkKey(key.key)).status).toBe(200);
  await call(contract.deleteKey, { params });
  expect(await refusalOf(checkKey(key.key))).toMatchObject({ status: 401, code: 'key_revoked' });
});

test('a new name and a new limit are in the next answer, and renaming gives no new bucket', async () => {
  const fixture = await newKey();
  const { call, key, params } = fixture;
  for (let i = 0; i < 3; i += 1) await checkKey(key.key);
  await call(contract.updateKey, { params, body: { name: 'renamed' } });
  expect((await checkKey(key.key)).status).toBe(429);
  await raiseLimit(fixture, 50);
  app().skipSeconds(1);
  const response = await checkKey(key.key);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ name: 'renamed', rateLimit: 50 });
  expect(response.headers.get('ratelimit-policy')).toBe('"default";q=50;w=1');
});

test('a portal whose Redis cannot be reached starts, and limits by itself', async () => {
  const alone = await startTestApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  const { call } = await alone.verifiedUser();
  const { key } = await call(contract.createKey, { body: { name: 'alone', environment: 'SANDBOX' } });
  const headers = { authorization: `Bearer ${key}` };
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1)
    statuses.push((await fetch(`${alone.url}/v1/key-check`, { headers })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await alone.stop();
});

test('a sandbox key reads the balance of its owner, within its limit', async () => {
  const { call, key } = await newKey();
  const balance = async () => (await checkKey(key.key, '/v1/balance')).json();
  expect(await balance()).toEqual({ balance: 0, token: 'BLST' });
  await call(requestTokens, { body: {} });
  await waitFor('the tokens to arrive', async () => {
    app().skipSeconds(1);
    expect(await balance()).toEqual({ balance: 10, token: 'BLST' });
  });
  const answers = await Promise.all(Array.from({ length: 6 }, () => checkKey(key.key, '/v1/balance')));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.headers.get('ratelimit')).toBe('"default";r=0;t=1');
  expect((await refusalOf(checkKey(makeKeySecret('SANDBOX'), '/v1/balance'))).code).toBe('key_unknown');
  expect((await refusalOf(ask({}, '/v1/balance'))).message).toBe(keyCheckMessages.missing);
});

test('a production key has no test tokens, and is told so', async () => {
  const { key } = await newKey('PRODUCTION');
  expect((await checkKey(key.key)).status).toBe(200);
  expect(await refusalOf(checkKey(key.key, '/v1/balance'))).toMatchObject({
    status: 403,
    code: 'only_for_sandbox',
    message: 'Test tokens belong to the sandbox: use a sandbox key.',
  });
});

test.runIf(onPostgres())(
  'a key that nobody has used lately is looked up also while calls have every connection',
  async () => {
    const { key } = await newKey();
    const { pool } = app().database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    expect((await checkKey(key.key)).status).toBe(200);
    for (const client of held) client.release();
  },
);
