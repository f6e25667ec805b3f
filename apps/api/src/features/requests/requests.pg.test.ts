// What a developer sees of each request with their keys.
import { nextCursorHeader } from '@ballast/contract/http/paging';
import * as keys from '@ballast/contract/keys/api-keys';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import {
  groupRequests,
  listRequests,
  nextAfterHeader,
  requestLimits,
} from '@ballast/contract/requests/requests';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { keyRequests } from '../../key-check/requests/tables.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { prepareUsageDays } from '../../key-check/usage/partitions.ts';
import { rollUpUsage } from '../../key-check/usage/roll-up-usage.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' } });

const developer = async (rateLimit = 1000) => {
  const { call, user } = await app().verifiedUser();
  const body = { name: 'checkout', environment: 'SANDBOX' as const };
  const { id, key } = await call(keys.createKey, { body });
  await app().deps.db.update(apiKeys).set({ rateLimit }).where(eq(apiKeys.id, id));
  return { call, user, id, key };
};

type Said = { id?: string; path?: string; method?: string; from?: string; scope?: string; agent?: string };

const check = async (value: string, { id, path, method, from, scope, agent }: Said = {}) => {
  const answer = await fetch(`${app().url}/v1/key-check`, {
    headers: {
      authorization: `Bearer ${value}`,
      'x-forwarded-for': from ?? '203.0.113.9',
      'user-agent': agent ?? 'acme-node/1.4',
      ...(id === undefined ? {} : { 'x-request-id': id }),
      ...(path ? { 'x-original-uri': path, 'x-original-method': method ?? 'GET' } : {}),
      ...(scope ? { 'x-required-scope': scope } : {}),
    },
  });
  await answer.text();
  return { status: answer.status, requestId: answer.headers.get('x-request-id') ?? '' };
};

const written = () => app().deps.keyCheck.flushUsage();

test('a row says what was asked and what was answered, under the id that the answer carries', async () => {
  const { call, id, key } = await developer(1);
  const said = { id: 'gw-1 {a}', path: '/payments?token=s3cret', method: 'POST', scope: 'payments:write' };
  expect(await check(key, said)).toEqual({ status: 200, requestId: 'gw-1 {a}' });
  const limited = await check(key);
  expect(limited).toEqual({ status: 429, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
  await written();
  const [second, first] = await call(listRequests, { query: { keyId: id } });
  expect(first).toEqual({
    ...{ id: expect.any(String), at: app().now().toISOString(), keyId: id, keyName: 'checkout' },
    ...{ environment: 'SANDBOX', outcome: 'allowed', reason: null, method: 'POST', path: '/payments' },
    ...{ address: '203.0.113.9', userAgent: 'acme-node/1.4', requestId: 'gw-1 {a}' },
    ...{ scope: 'payments:write', weight: 1 },
  });
  expect(second).toMatchObject({ outcome: 'limited', reason: 'rate_limited', method: null, path: null });
  expect(second?.requestId).toBe(limited.requestId);
});

test.each(['', 'x'.repeat(129), 'caf\u00e9', 'a\tb'])(
  '%j is no id of a request, so the check makes one',
  async (id) => {
    const { key } = await developer();
    expect((await check(key, { id })).requestId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const unknown = await check('nonsense', { id: 'known-to-the-caller' });
    expect(unknown).toEqual({ status: 401, requestId: 'known-to-the-caller' });
  },
);

test('a key in the path or the agent of a request is masked', async () => {
  const { call, key } = await developer();
  await check(key, { path: `/rpc/${key}/balance`, agent: `acme/${key}` });
  await written();
  const [row] = await call(listRequests, { query: {} });
  const mask = `blst_test_…${key.slice(-4)}`;
  expect(row).toMatchObject({ path: `/rpc/${mask}/balance`, userAgent: `acme/${mask}` });
});

test('every filter leaves what it names, and pages have no gap', async () => {
  const { call, id, key } = await developer();
  for (let i = 0; i < 12; i += 1) {
    app().skipSeconds(1);
    const path = i % 2 ? `/payments/${i}` : '/refunds';
    const said = { id: `f-${i}`, path, method: i % 3 ? 'GET' : 'POST', from: `203.0.113.${i % 4}` };
    await check(key, said);
  }
  await call(keys.rotateKey, { params: { id } });
  await check(key, { id: 'f-refused' });
  await written();
  const found = async (query: object) =>
    (await call(listRequests, { query })).map(({ requestId }) => Number(requestId.slice(2)));
  expect(await found({ outcome: 'allowed', path: '/payments' })).toEqual([11, 9, 7, 5, 3, 1]);
  expect(await found({ method: 'POST' })).toEqual([9, 6, 3, 0]);
  expect(await found({ address: '203.0.113.3' })).toEqual([11, 7, 3]);
  expect(await found({ requestId: 'f-4' })).toEqual([4]);
  expect(await found({ environment: 'PRODUCTION' })).toEqual([]);
  expect(await found({ keyId: crypto.randomUUID() })).toEqual([]);
  const [refused] = await call(listRequests, { query: { reason: 'key_revoked' } });
  expect(refused).toMatchObject({ outcome: 'refused', requestId: 'f-refused' });
  expect(await call(listRequests, { query: { blocked: 'true' } })).toEqual([refused]);
  expect(await call(listRequests, { query: { blocked: 'true', outcome: 'allowed' } })).toEqual([]);
  expect(await call(listRequests, { query: { id: refused?.id } })).toEqual([refused]);
  await check(key, { id: 'f-20', agent: 'curl/8.5' });
  await written();
  expect(await call(listRequests, { query: { userAgent: 'curl/8.5' } })).toMatchObject([
    { requestId: 'f-20' },
  ]);
  expect(await call(groupRequests, { query: { userAgent: 'curl/8.5' } })).toMatchObject([{ count: 1 }]);
  const [from, to] = [8, 6].map((ago) => new Date(app().now().getTime() - ago * 1000).toISOString());
  expect(await found({ from, to })).toEqual([4, 3]);

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { reply, headers } = await call.withHeaders(listRequests, { query: { limit: 5, cursor } });
    seen.push(...reply.map(({ requestId }) => requestId));
    cursor = headers.get(nextCursorHeader) ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(14);
  expect(new Set(seen).size).toBe(14);
});

test.each([
  [{ outcome: 'blocked' }, 'outcome', 'outcome must be allowed, limited or refused'],
  [{ id: 'x' }, 'id', 'id must be the id of a request'],
  [{ blocked: 'false' }, 'blocked', 'blocked must be true'],
  [{ userAgent: 'x'.repeat(401) }, 'userAgent', 'userAgent must be 1 to 400 characters'],
  [{ limit: 201 }, 'limit', 'limit must be a whole number from 1 to 200'],
  [{ wait: 26 }, 'wait', 'wait must be a whole number from 0 to 25'],
  [{ after: 'x' }, 'after', 'after must be the id of a request'],
  [{ requestId: 'caf\u00e9' }, 'requestId', 'requestId must be 1 to 128 printable characters'],
  [{ from: '2026-11-18T10:00:00Z', to: '2026-11-18T10:00:00Z' }, 'to', 'to must be later than from'],
  [{ cursor: 'x', after: crypto.randomUUID() }, 'cursor', 'cursor cannot be used together with after'],
])('%j is refused with the field and what is allowed', async (query, field, message) => {
  const { call } = await app().verifiedUser();
  const failure = await failureOf(call(listRequests, { query: query as object }));
  expect(failure).toMatchObject({ status: 422, fields: { [field]: message } });
});

test('what repeats is one group, with the sum of its weights', async () => {
  const { call, id, key } = await developer(2);
  for (let i = 0; i < 102; i += 1) await check(key, { path: `/payments/${i}` });
  app().skipSeconds(10);
  await check(key, { agent: 'curl/8' });
  await written();
  const shared = { keyId: id, address: '203.0.113.9' };
  expect(await call(groupRequests, { query: { keyId: id } })).toMatchObject([
    { ...shared, outcome: 'allowed', reason: null, userAgent: 'curl/8', count: 1 },
    ...(await call(groupRequests, { query: { keyId: id, to: app().now().toISOString() } })).toSorted((a, b) =>
      b.lastAt.localeCompare(a.lastAt),
    ),
  ]);
  const [limited] = await call(groupRequests, { query: { keyId: id, outcome: 'limited' } });
  expect(limited).toMatchObject({
    ...shared,
    reason: 'rate_limited',
    userAgent: 'acme-node/1.4',
    count: 100,
  });
});

test('twenty of a second have a row each, and what is beyond them adds to their weights', async () => {
  const { call, id, key } = await developer();
  for (let i = 0; i < 20; i += 1) await check(key, { id: `first-${i}` });
  app().skipSeconds(1);
  for (let i = 0; i < 90; i += 1) await check(key, { id: `then-${i}` });
  await written();
  const rows = await call(listRequests, { query: { keyId: id, limit: 200 } });
  const first = rows.filter(({ requestId }) => requestId.startsWith('first'));
  expect(first.map(({ weight }) => weight)).toEqual(Array(20).fill(1));
  // Where a second is written in several parts, each part may add one row.
  expect(rows.length).toBeGreaterThanOrEqual(2 * requestLimits.perSecond);
  expect(rows.length).toBeLessThan(3 * requestLimits.perSecond);
  const { total } = await call(getKeyUsage, { params: { id }, query: {} });
  expect(rows.reduce((sum, { weight }) => sum + weight, 0)).toBe(total.allowed);
});

test('after an id come the rows that were written later, oldest first, and after a lost one all of them', async () => {
  const { call, key } = await developer();
  for (let i = 0; i < 6; i += 1) {
    await check(key, { id: `r-${i}` });
    await written();
  }
  const [newest, , , third] = await call(listRequests, { query: {} });
  const after = async (id: string | undefined, limit = 50) =>
    (await call(listRequests, { query: { after: id, limit } })).map(({ requestId }) => requestId);
  expect(await after(third?.id)).toEqual(['r-3', 'r-4', 'r-5']);
  expect(await after(third?.id, 2)).toEqual(['r-3', 'r-4']);
  expect(await after(newest?.id)).toEqual([]);
  expect(await after(crypto.randomUUID())).toEqual(['r-0', 'r-1', 'r-2', 'r-3', 'r-4', 'r-5']);
});

test('a call that waits is answered by the next request that it wants, and by nobody else’s', async () => {
  const [owner, other] = [await developer(), await developer()];
  await check(owner.key, { id: 'known' });
  await written();
  const [known] = await owner.call(listRequests, { query: {} });
  const query = { after: known?.id, outcome: 'allowed', path: '/wanted', wait: 25 } as const;
  const waiting = owner.call(listRequests, { query });
  await check(other.key, { path: '/wanted' });
  await check(owner.key, { path: '/other' });
  await written();
  await check(owner.key, { path: '/wanted/1' });
  await written();
  expect(await waiting).toMatchObject([{ path: '/wanted/1', keyId: owner.id }]);
  const first = await developer();
  const empty = first.call(listRequests, { query: { keyId: first.id, wait: 25 } });
  await check(first.key, { id: 'the-first' });
  await written();
  expect(await empty).toMatchObject([{ requestId: 'the-first' }]);
});

test('a call that waited without success says where the next one goes on', async () => {
  const { call, key } = await developer();
  await check(key, { path: '/first' });
  await written();
  const [known] = await call(listRequests, { query: {} });
  const query = { after: known?.id, path: '/wanted', wait: 1 } as const;
  const waiting = call.withHeaders(listRequests, { query });
  await check(key, { path: '/other' });
  await written();
  const { reply, headers } = await waiting;
  const [newest] = await call(listRequests, { query: {} });
  expect(reply).toEqual([]);
  expect(headers.get(nextAfterHeader)).toBe(newest?.id);
  await check(key, { path: '/wanted/2' });
  await written();
  const next = await call.withHeaders(listRequests, { query: { ...query, after: newest?.id } });
  expect(next.reply).toMatchObject([{ path: '/wanted/2' }]);
  expect(next.headers.get(nextAfterHeader)).toBe(next.reply[0]?.id);
});

test('another account’s ids, keys and places find nothing', async () => {
  const [owner, stranger] = [await developer(), await developer()];
  await check(owner.key, { id: 'private-1' });
  await written();
  const [row] = await owner.call(listRequests, { query: { requestId: 'private-1' } });
  for (const query of [
    { requestId: 'private-1' },
    { keyId: owner.id },
    { id: row?.id },
    { after: row?.id },
    {},
  ]) {
    expect(await stranger.call(listRequests, { query })).toEqual([]);
    const { after: _, ...filters } = query as { after?: string };
    expect(await stranger.call(groupRequests, { query: filters })).toEqual([]);
  }
});

test('rows are kept in partitions by day, and dropped after the days that are set', async () => {
  const { call, user, key } = await developer();
  await check(key);
  await written();
  const { db } = app().deps;
  const partition = async () => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select tableoid::regclass::text as name from key_requests where user_id = ${user.id}`);
    return rows.map(({ name }) => name);
  };
  await prepareUsageDays(app().deps);
  const day = app().now().toISOString().slice(0, 10).replaceAll('-', '_');
  expect(await partition()).toEqual([`key_requests_${day}`]);
  const stale = { id: crypto.randomUUID(), at: new Date(app().now().getTime() - 9 * 86_400_000) };
  const [row] = await db.select().from(keyRequests).where(eq(keyRequests.userId, user.id));
  await db.insert(keyRequests).values({ ...(row as typeof row & object), ...stale });
  await rollUpUsage(app().deps);
  expect(await call(listRequests, { query: {} })).toHaveLength(1);
  expect(await partition()).toHaveLength(1);
});
