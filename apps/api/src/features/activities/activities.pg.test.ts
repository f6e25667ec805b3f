import { exportActivities, listActivities } from '@ballast/contract/activities';
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { createKey, deleteKey, rotateKey, updateKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { expect, test } from 'vitest';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { activities } from '../../identity/tables.ts';

const app = useTestApp();
const day = 24 * 3600 * 1000;

const userWith = async (count: number, entry: Partial<typeof activities.$inferInsert> = {}) => {
  const signedIn = await app().verifiedUser();
  const rows = Array.from({ length: count }, (_, i) => ({
    userId: signedIn.user.id,
    type: 'key_updated' as const,
    description: `entry ${i}`,
    // Ten entries share each moment, as entries of one transaction do.
    createdAt: new Date(app().now().getTime() - day - Math.floor(i / 10) * 1000),
    ...entry,
  }));
  if (rows.length) await app().deps.db.insert(activities).values(rows);
  return signedIn;
};

test('the log is a bare list, newest first, of at most 100', async () => {
  const { call } = await userWith(150);
  const { reply, headers } = await call.withHeaders(listActivities, { query: {} });
  expect(reply).toHaveLength(100);
  expect(reply.slice(0, 2).map(({ type }) => type)).toEqual(['login', 'email_verified']);
  const times = reply.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted().reverse());
  expect(headers.get(nextCursorHeader)).toBeTruthy();
});

test('the cursor leads through the whole log without gap or repetition', async () => {
  const { call } = await userWith(257);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { reply, headers } = await call.withHeaders(listActivities, {
      query: { limit: 50, ...(cursor ? { cursor } : {}) },
    });
    seen.push(...reply.map(({ id }) => id));
    cursor = headers.get(nextCursorHeader) ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(260);
  expect(new Set(seen).size).toBe(260);
});

test('filters by category, time and environment are answered by the server', async () => {
  const { call } = await userWith(3, { environment: 'PRODUCTION', type: 'faucet_request' });
  await call(createKey, { body: { name: 'one', environment: 'SANDBOX' } });
  const types = async (query: object) => (await call(listActivities, { query })).map(({ type }) => type);

  expect(await types({ category: 'api_key' })).toEqual(['key_created']);
  expect(await types({ category: 'faucet' })).toHaveLength(3);
  expect(await types({ category: 'other' })).toEqual(['email_verified']);
  expect(await types({ after: new Date(app().now().getTime() - 3600_000).toISOString() })).not.toContain(
    'faucet_request',
  );
  expect(await types({ environment: 'SANDBOX' })).toEqual([
    'key_created',
    'login',
    'email_verified',
    'account_created',
  ]);
  expect(await types({ environment: 'PRODUCTION' })).not.toContain('key_created');
});

test.each([
  { limit: 101 },
  { limit: 0 },
  { cursor: 'nonsense' },
  { category: 'x' },
  { after: 'yesterday' },
  { environment: 'sandbox' },
])('%j is refused', async (query) => {
  const { call } = await app().verifiedUser();
  expect((await failureOf(call(listActivities, { query: query as object }))).status).toBe(422);
});

test('nobody reads another developer’s log', async () => {
  const { user } = await userWith(1);
  const other = await app().verifiedUser();
  const read = await other.call(listActivities, { query: {} });
  expect(JSON.stringify(read)).not.toContain(user.id);
  expect(read.every(({ type }) => type !== 'key_updated')).toBe(true);
});

test('the whole filtered log can be taken away as CSV or JSON', async () => {
  const { call } = await userWith(1200, { description: '=HYPERLINK("x"), "quoted"' });
  const csv = await call(exportActivities, { query: { format: 'csv', category: 'api_key' } });
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toBe('Time,Activity,Details,Type,Environment');
  expect(lines).toHaveLength(1201);
  expect(lines[1]).toContain(`Key Updated,"'=HYPERLINK(""x""), ""quoted""",key_updated,`);

  const json = JSON.parse(await call(exportActivities, { query: { format: 'json' } }));
  expect(json).toHaveLength(1203);
});

test('the history of a key is its own entries alone, and only for its owner', async () => {
  const { call } = await app().verifiedUser();
  const make = (name: string) => call(createKey, { body: { name, environment: 'SANDBOX' } });
  const [key, other] = [await make('one'), await make('two')];
  const params = { id: key.id };
  await call(updateKey, { params, body: { name: 'uno' } });
  await call(rotateKey, { params });
  await call(requestRateLimit, {
    params,
    body: { requestedLimit: 50, reason: 'Flash sales on Fridays bring peaks.' },
  });
  await call(deleteKey, { params });
  const historyOf = async (caller: typeof call, keyId: string) =>
    (await caller(listActivities, { query: { keyId } })).map(({ type }) => type);

  expect((await historyOf(call, key.id)).toSorted()).toEqual([
    'key_created',
    'key_deleted',
    'key_rotated',
    'key_updated',
    'rate_limit_requested',
  ]);
  expect(await historyOf(call, other.id)).toEqual(['key_created']);
  expect(await historyOf((await app().verifiedUser()).call, key.id)).toEqual([]);
});
