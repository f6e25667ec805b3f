// What is remembered of a key's requests beside their number: where they came from, and why they were refused.

import * as contract from '@ballast/contract/keys/api-keys';
import { addressesPerHour } from '@ballast/contract/keys/key-addresses';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../testing/test-app.ts';
import { makeKeySecret } from './key-secret.ts';
import { keyRequests } from './requests/tables.ts';
import { apiKeys } from './tables.ts';
import { rollUpUsage } from './usage/roll-up-usage.ts';
import { keyUsageAddresses } from './usage/tables.ts';
import { writeBatch } from './usage/usage-batch.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' } });

const newKey = async (rateLimit = 1000) => {
  const { call, email } = await app().verifiedUser();
  const body = { name: 'watched', environment: 'SANDBOX' as const };
  const { id, key } = await call(contract.createKey, { body });
  await app().deps.db.update(apiKeys).set({ rateLimit }).where(eq(apiKeys.id, id));
  return { call, email, id, key };
};

const check = async (value: string, from: string, headers: Record<string, string> = {}, path = '') => {
  const answer = await fetch(`${app().url}/v1/key-check${path}`, {
    headers: { authorization: `Bearer ${value}`, 'x-forwarded-for': from, ...headers },
  });
  return answer.status;
};

const written = () => app().deps.keyCheck.flushUsage();

const addressesOf = async ({ call, id }: Awaited<ReturnType<typeof newKey>>, window?: '24h' | '7d') =>
  (await call(getKeyUsage, { params: { id }, query: { window } })).addresses;

const rowsOf = (id: string) =>
  app().deps.db.select().from(keyUsageAddresses).where(eq(keyUsageAddresses.keyId, id));

test('the busiest addresses of a key are told with the time of their last request', async () => {
  const key = await newKey();
  const [first, later] = ['203.0.113.7', '2001:db8::7'];
  for (const from of [first, first, later, first, later]) await check(key.key, from);
  await written();
  app().skipSeconds(60);
  await check(key.key, later);
  await check(key.key, later);
  await written();
  const now = app().now();
  const [before, at] = [new Date(now.getTime() - 60_000).toISOString(), now.toISOString()];
  const listed = [
    { address: later, requests: 4, lastSeenAt: at },
    { address: first, requests: 3, lastSeenAt: before },
  ];
  expect(await addressesOf(key)).toEqual(listed);
  // Who comes with a value that is no longer good uses no key.
  await key.call(contract.rotateKey, { params: { id: key.id } });
  expect(await check(key.key, '203.0.113.66')).toBe(401);
  await written();
  expect(await addressesOf(key)).toEqual(listed);
});

test('an hour tells a hundred addresses apart, and whoever takes ever new ones adds to one row', async () => {
  const key = await newKey();
  const hour = Math.floor(app().now().getTime() / 3_600_000) * 3_600_000;
  const { db } = app().deps;
  const write = (addresses: [address: string, requests: number][]) =>
    writeBatch(db, {
      id: crypto.randomUUID(),
      rows: [],
      addresses: addresses.map(([address, requests], at) => ({
        key_id: key.id,
        secret_hash: 'of its value',
        hour,
        address,
        requests,
        at: hour + at,
      })),
    });
  await write([
    ['203.0.113.7', 5],
    ['203.0.113.8', 6],
  ]);
  await write(Array.from({ length: 150 }, (_, i) => [`2001:db8::${i}`, 1]));
  await write([
    ['203.0.113.7', 50],
    ...Array.from({ length: 150 }, (_, i): [string, number] => [`2001:db8:1::${i}`, 1]),
  ]);
  const rows = await rowsOf(key.id);
  expect(rows).toHaveLength(addressesPerHour + 1);
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(11 + 150 + 50 + 150);
  const shown = await addressesOf(key);
  expect(shown).toHaveLength(20);
  expect(shown.slice(0, 3)).toMatchObject([
    { address: 'other', requests: 52 + 150 },
    { address: '203.0.113.7', requests: 55 },
    { address: '203.0.113.8', requests: 6 },
  ]);

  const flooded = await newKey();
  for (let i = 0; i < addressesPerHour + 30; i += 1)
    await check(flooded.key, `2001:db8:2::${i.toString(16)}`);
  await written();
  const storedRows = await rowsOf(flooded.id);
  expect(storedRows.length).toBeLessThanOrEqual(addressesPerHour + 1);
  expect(storedRows.reduce((sum, { requests }) => sum + requests, 0)).toBe(addressesPerHour + 30);
});

test('the old value of a key tells by address who still uses it, while it passes', async () => {
  const key = await newKey();
  const params = { id: key.id };
  await check(key.key, '198.51.100.1');
  await written();
  app().skipSeconds(1);
  const rotated = await key.call(contract.rotateKey, { params, body: { graceSeconds: 604_800 } });
  const usedFrom = async (value: string, ...addresses: string[]) => {
    for (const address of addresses) await check(value, address);
    await written();
    return app().now().toISOString();
  };
  const [first, later] = ['203.0.113.7', '2001:db8::7'];
  const before = await usedFrom(key.key, first, first, later);
  // Who uses the new value, from the same place or another, uses no old one.
  await usedFrom(rotated.key, first, '198.51.100.2');
  app().skipSeconds(2 * 3600);
  const at = await usedFrom(key.key, later, later);
  const shown = async () =>
    (await (await app().signIn(key.email)).call(contract.getKey, { params })).previous;
  const previous = await shown();
  expect(previous).toMatchObject({
    requests24h: 5,
    addresses: [
      { address: later, requests: 3, lastSeenAt: at },
      { address: first, requests: 2, lastSeenAt: before },
    ],
  });
  const [listed] = await (await app().signIn(key.email)).call(contract.listKeys, { query: {} });
  expect(listed?.previous).toEqual(previous);

  app().skipSeconds(23 * 3600);
  expect((await shown())?.addresses).toEqual([{ address: later, requests: 2, lastSeenAt: at }]);
  for (let i = 0; i < 30; i += 1) {
    app().skipSeconds(1);
    await check(key.key, `203.0.113.${100 + i}`);
  }
  await written();
  expect((await shown())?.addresses).toHaveLength(20);
  // The next value that is replaced begins anew.
  const { call } = await app().signIn(key.email);
  const again = await call(contract.rotateKey, { params, body: { graceSeconds: 3600 } });
  expect(again.previous).toMatchObject({ requests24h: 0, addresses: [] });
});

test('addresses belong to the window, and are forgotten after 90 days', async () => {
  const key = await newKey();
  const { db, now } = app().deps;
  const daysAgo = async (days: number, address: string) => {
    const at = new Date(now().getTime() - days * 86_400_000);
    const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
    await db.insert(keyUsageAddresses).values({ keyId: key.id, hour, address, requests: 1, lastSeenAt: at });
  };
  for (const [days, address] of [
    [0, 'today'],
    [3, 'this week'],
    [89, 'long ago'],
    [92, 'forgotten'],
  ] as const)
    await daysAgo(days, address);
  await rollUpUsage(app().deps);
  expect((await addressesOf(key)).map(({ address }) => address)).toEqual(['today']);
  expect((await addressesOf(key, '7d')).map(({ address }) => address)).toEqual(['this week', 'today']);
  expect((await rowsOf(key.id)).map(({ address }) => address).toSorted()).toEqual([
    'long ago',
    'this week',
    'today',
  ]);
});

test('a refused request tells its reason, where it came from, and its path without the query', async () => {
  const key = await newKey(1);
  const from = '203.0.113.7';
  const agent = 'billing\u0085/1.2';
  const originalRequest = {
    'x-original-uri': '/v2/charges/ch_1?token=s3cret#x',
    'x-original-method': 'POST',
  };
  expect(await check(key.key, from, originalRequest)).toBe(200);
  expect(await check(key.key, from, { ...originalRequest, 'user-agent': agent })).toBe(429);
  app().skipSeconds(1);
  await key.call(contract.rotateKey, { params: { id: key.id } });
  const forwarded = {
    'x-forwarded-uri': 'https://mara:pass@api.example/v2/tokens?a=b',
    'x-forwarded-method': 'GET',
  };
  expect(await check(key.key, from, forwarded)).toBe(401);
  app().skipSeconds(1);
  expect(await check(key.key, from, { ...forwarded, 'x-original-uri': '/seen/by/the/gateway' })).toBe(401);
  app().skipSeconds(1);
  // Envoy asks with the path behind that of the check.
  expect(await check(key.key, from, {}, '/v2/payouts?secret=1')).toBe(401);
  app().skipSeconds(1);
  expect(
    await check(key.key, from, { 'x-original-uri': `/${'x'.repeat(5000)}`, 'user-agent': 'y'.repeat(5000) }),
  ).toBe(401);
  app().skipSeconds(1);
  expect(await check(key.key, from, {}, '?scope=tokens:read')).toBe(401);
  await written();
  const refusals = await key.call(listRefusals, { params: { id: key.id } });
  expect(refusals.map(({ reason, method, path }) => [reason, method, path])).toEqual([
    ['key_revoked', null, null],
    ['key_revoked', null, `/${'x'.repeat(399)}`],
    ['key_revoked', 'GET', '/v2/payouts'],
    ['key_revoked', 'GET', '/seen/by/the/gateway'],
    ['key_revoked', 'GET', '/v2/tokens'],
    ['rate_limited', 'POST', '/v2/charges/ch_1'],
  ]);
  expect(refusals.at(-1)).toMatchObject({ address: from, userAgent: 'billing/1.2' });
  expect(refusals[1]?.userAgent).toBe('y'.repeat(400));
  expect(JSON.stringify(await app().deps.db.select().from(keyRequests))).not.toMatch(/s3cret|pass@|secret=/);

  const { key: current } = await key.call(contract.getKey, { params: { id: key.id } });
  app().skipSeconds(1);
  const allowedNetworks = ['203.0.113.0/24'];
  await key.call(contract.updateKey, { params: { id: key.id }, body: { allowedNetworks } });
  expect(
    await check(current, '198.51.100.7', { 'x-forwarded-uri': '/v2/x', 'x-forwarded-method': 'PUT' }),
  ).toBe(403);
  await written();
  expect((await key.call(listRefusals, { params: { id: key.id } }))[0]).toMatchObject({
    reason: 'address_not_allowed',
    address: '198.51.100.7',
    method: 'PUT',
    path: '/v2/x',
  });

  const { call: callAsOther } = await app().verifiedUser();
  expect(await failureOf(callAsOther(listRefusals, { params: { id: key.id } }))).toMatchObject({
    status: 404,
  });
});

test('the newest hundred refusals of a key are listed, and a value that nobody has leaves no row', async () => {
  const key = await newKey();
  await key.call(contract.rotateKey, { params: { id: key.id } });
  for (let i = 0; i < 130; i += 1) {
    app().skipSeconds(0.1);
    await check(key.key, '203.0.113.9', { 'x-original-uri': `/${i}` });
    if (i % 50 === 0) await written();
  }
  await written();
  const shown = await key.call(listRefusals, { params: { id: key.id } });
  expect([shown.length, shown[0]?.path, shown.at(-1)?.path]).toEqual([100, '/129', '/30']);
  const count = () => app().deps.db.$count(keyRequests);
  const before = await count();
  await check(makeKeySecret('SANDBOX'), '203.0.113.9');
  await check('nonsense', '203.0.113.9');
  await written();
  expect(await count()).toBe(before);
});

test('requests that could not be written are written later, once, and never stop the counts', async () => {
  const key = await newKey();
  await check(key.key, '203.0.113.7');
  await key.call(contract.rotateKey, { params: { id: key.id } });
  await check(key.key, '203.0.113.7');
  const { db } = app().deps;
  await db.execute(sql`alter table key_requests rename to elsewhere`);
  await written();
  await check(key.key, '203.0.113.7');
  await written();
  await db.execute(sql`alter table elsewhere rename to key_requests`);
  const { total } = await key.call(getKeyUsage, { params: { id: key.id }, query: {} });
  expect(total).toEqual({ allowed: 1, limited: 0, refused: 2 });
  await written();
  await written();
  expect(await key.call(listRefusals, { params: { id: key.id } })).toHaveLength(2);
});
