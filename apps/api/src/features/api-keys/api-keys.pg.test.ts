import { crc32 } from 'node:zlib';
import * as contract from '@ballast/contract/keys/api-keys';
import { maskKey } from '@ballast/contract/keys/mask-key';
import { listKeyRequests, listRequests, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { updateProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, startTestApp, type TestApp, useTestApp } from '../../../testing/test-app.ts';
import { activities } from '../../identity/tables.ts';
import { apiKeys } from '../../key-check/tables.ts';

const app = useTestApp();
const nameless = crypto.randomUUID();
const sandbox = (name: string) => ({ body: { name, environment: 'SANDBOX' as const } });
const production = (name: string) => ({ body: { name, environment: 'PRODUCTION' as const } });

const completeUser = async (on: TestApp = app()) => {
  const user = await on.verifiedUser();
  await user.call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  return user;
};

const entriesOf = async (userId: string) => {
  const rows = await app()
    .deps.db.select()
    .from(activities)
    .where(eq(activities.userId, userId))
    .orderBy(activities.createdAt);
  return rows
    .filter(({ type }) => type.startsWith('key_') || type.startsWith('rate_'))
    .map(({ type, environment }) => `${type} ${environment}`);
};

test('a new key has its environment’s prefix, 32 characters and a checksum, and the default limit', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(contract.createKey, sandbox('  checkout-web '));
  expect(key).toMatchObject({
    name: 'checkout-web',
    environment: 'SANDBOX',
    rateLimit: 3,
    isActive: true,
    lastUsedAt: null,
  });
  expect(key.key).toMatch(/^blst_test_[0-9A-Za-z]{38}$/);
  const body = key.key.slice(0, -6);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  expect([...key.key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)).toBe(
    crc32(body),
  );
  expect(maskKey(key.key)).toBe(`blst_test_${'•'.repeat(34)}${key.key.slice(-4)}`);
});

test('keys are listed newest first, by environment, and read one by one', async () => {
  const { call } = await completeUser();
  const first = await call(contract.createKey, sandbox('first'));
  app().skipSeconds(1);
  const second = await call(contract.createKey, sandbox('second'));
  app().skipSeconds(1);
  const live = await call(contract.createKey, production('live'));
  expect((await call(contract.listKeys, { query: {} })).map(({ name }) => name)).toEqual([
    'live',
    'second',
    'first',
  ]);
  expect(await call(contract.listKeys, { query: { environment: 'SANDBOX' } })).toEqual([second, first]);
  expect(await call(contract.listKeys, { query: { environment: 'PRODUCTION' } })).toEqual([live]);
  expect(await call(contract.getKey, { params: { id: first.id } })).toEqual(first);
});

test('what is stored opens nothing: no key is in the database in the clear', async () => {
  const { call } = await app().verifiedUser();
  const { id, key } = await call(contract.createKey, sandbox('secret'));
  const [row] = await app().deps.db.select().from(apiKeys).where(eq(apiKeys.id, id));
  expect(JSON.stringify(row)).not.toContain(key.slice(10, 30));
});

test('answers that carry keys are not kept by any cache', async () => {
  const { session } = await app().verifiedUser();
  const answer = await fetch(`${app().baseUrl}/api-keys`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an active name can be used once per environment, in any case, and again after deletion', async () => {
  const { call } = await completeUser();
  const key = await call(contract.createKey, sandbox('Payouts'));
  expect(await failureOf(call(contract.createKey, sandbox('payouts')))).toMatchObject({
    status: 409,
    message: 'An active key with the name "payouts" already exists',
    fields: { name: 'An active key with the name "payouts" already exists' },
  });
  await call(contract.createKey, production('payouts'));
  await call(contract.deleteKey, { params: { id: key.id } });
  await call(contract.createKey, sandbox('payouts'));
});

test('fifty creations of one name at once: exactly one succeeds', async () => {
  const { call } = await app().verifiedUser();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => call(contract.createKey, sandbox('contested'))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.status] : [],
  );
  expect(new Set(refusals)).toEqual(new Set([409]));
});

test('renaming keeps the value and obeys the same rule', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(contract.createKey, sandbox('one'));
  await call(contract.createKey, sandbox('two'));
  const rename = (name: string) => call(contract.updateKey, { params: { id: key.id }, body: { name } });
  expect((await failureOf(rename('TWO'))).status).toBe(409);
  expect((await failureOf(rename('  '))).fields.name).toBe('Please provide a name for the API key');
  expect(await rename('One')).toMatchObject({ name: 'One', key: key.key });
});

test('rotating gives a new value under the same id', async () => {
  const { call } = await app().verifiedUser();
  const key = await call(contract.createKey, sandbox('rotated'));
  const rotated = await call(contract.rotateKey, { params: { id: key.id } });
  expect({ ...rotated, key: key.key }).toEqual(key);
  expect(rotated.key).not.toBe(key.key);
});

test('every change writes one entry with its environment', async () => {
  const { call, user } = await app().verifiedUser();
  const { id } = await call(contract.createKey, sandbox('logged'));
  app().skipSeconds(1);
  await call(contract.updateKey, { params: { id }, body: { name: 'renamed' } });
  app().skipSeconds(1);
  await call(contract.rotateKey, { params: { id } });
  app().skipSeconds(1);
  await call(contract.deleteKey, { params: { id } });
  expect(await entriesOf(user.id)).toEqual(
    ['key_created', 'key_updated', 'key_rotated', 'key_deleted'].map((type) => `${type} SANDBOX`),
  );
});

test('another developer’s key is not there, on any call', async () => {
  const owner = await app().verifiedUser();
  const { id } = await owner.call(contract.createKey, sandbox('mine'));
  const { call } = await app().verifiedUser();
  const request = { requestedLimit: 10, reason: 'a justification of sufficient length' };
  for (const params of [{ id }, { id: nameless }, { id: 'nonsense' }]) {
    const attempts = [
      () => call(contract.getKey, { params }),
      () => call(contract.updateKey, { params, body: { name: 'stolen' } }),
      () => call(contract.rotateKey, { params }),
      () => call(contract.deleteKey, { params }),
      () => call(requestRateLimit, { params, body: request }),
      () => call(listKeyRequests, { params }),
    ];
    for (const attempt of attempts) expect((await failureOf(attempt())).status).toBe(404);
  }
  expect(await owner.call(contract.getKey, { params: { id } })).toMatchObject({ name: 'mine' });
});

test('production keys need a complete profile, and their creation is mailed', async () => {
  const incomplete = await app().verifiedUser();
  expect(await failureOf(incomplete.call(contract.createKey, production('live')))).toMatchObject({
    status: 403,
    code: 'profile_incomplete',
  });
  const { call, email } = await completeUser();
  expect((await call(contract.createKey, production('live'))).key).toMatch(/^blst_live_/);
  expect((await app().waitForMail(email, /production key was created/)).text).toContain('live');
});

test('where production keys are off, the portal says so', async () => {
  const off = await startTestApp({ env: { PRODUCTION_KEYS: 'off' } });
  const { call } = await completeUser(off);
  expect(await failureOf(call(contract.createKey, production('live')))).toMatchObject({
    status: 403,
    message: 'Production API keys are not available in this environment.',
  });
  await off.stop();
});

test('a request for a higher limit is a case with a status, one at a time', async () => {
  const { call, user } = await app().verifiedUser();
  const { id } = await call(contract.createKey, sandbox('busy'));
  const ask = (requestedLimit: number, reason = 'We onboard three merchants in May.') =>
    call(requestRateLimit, { params: { id }, body: { requestedLimit, reason } });

  expect((await failureOf(ask(3))).fields.requestedLimit).toMatch(/greater than the current 3/);
  expect((await failureOf(ask(1001))).fields.requestedLimit).toBe(contract.keyMessages.limitTooHigh);
  expect((await failureOf(ask(0))).fields.requestedLimit).toBe(contract.keyMessages.limitPositive);
  expect((await failureOf(ask(10, `   ${'x'.repeat(19)}   `))).fields.reason).toBe(
    contract.keyMessages.reasonTooShort,
  );

  const { request, message } = await ask(120);
  expect(message).toBe('Rate limit request submitted. We review requests within 24-48 hours.');
  expect(request).toMatchObject({ status: 'PENDING', currentLimit: 3, requestedLimit: 120, keyName: 'busy' });
  expect(await failureOf(ask(150))).toMatchObject({ status: 409, message: contract.keyMessages.requestOpen });
  expect((await call(contract.getKey, { params: { id } })).latestRequest).toEqual(request);
  expect(await call(listRequests)).toEqual([request]);
  expect(await call(listKeyRequests, { params: { id } })).toEqual([request]);
  expect(await entriesOf(user.id)).toContain('rate_limit_requested SANDBOX');

  await call(contract.deleteKey, { params: { id } });
  expect(await call(listRequests)).toMatchObject([{ status: 'DENIED', note: 'The key was deleted.' }]);
});
