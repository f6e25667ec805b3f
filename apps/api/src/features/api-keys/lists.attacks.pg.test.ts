// One account has very many keys, and calls whatever lists them.

import { listSessions } from '@ballast/contract/auth/session-list';
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { listKeys } from '@ballast/contract/keys/api-keys';
import { getUsage } from '@ballast/contract/keys/key-usage';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { insertKeys } from '../../../testing/many-keys.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { sessions } from '../../identity/tables.ts';
import { rateLimitRequests } from '../../key-check/tables.ts';
import { keyUsageMinutes } from '../../key-check/usage/tables.ts';

const app = useTestApp();
const many = 10_000;

let owner: Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>;

beforeAll(async () => {
  const { deps, verifiedUser } = app();
  owner = await verifiedUser();
  const now = deps.now().getTime();
  // Ten keys share each moment, every third was used, and a few are in production.
  const keys = await insertKeys(deps, owner.user.id, many, (n) => ({
    environment: n % 1000 === 0 ? 'PRODUCTION' : 'SANDBOX',
    createdAt: new Date(now - Math.floor(n / 10) * 1000),
    lastUsedAt: n % 3 === 0 ? new Date(now - n * 1000) : null,
  }));
  const requests = keys.map(({ id: keyId }) => ({
    keyId,
    userId: owner.user.id,
    currentLimit: 3,
    requestedLimit: 10,
    reason: 'a justification of sufficient length',
    createdAt: deps.now(),
  }));
  for (let from = 0; from < many; from += 1000)
    await deps.db.insert(rateLimitRequests).values(requests.slice(from, from + 1000));
  await deps.db
    .insert(keyUsageMinutes)
    .values(
      keys
        .slice(0, 1000)
        .map(({ id: keyId }) => ({ keyId, minute: deps.now(), allowed: 1, limited: 0, refused: 0 })),
    );
  for (const table of ['api_keys', 'rate_limit_requests', 'key_usage_minutes'])
    await deps.db.execute(sql.raw(`analyze ${table}`));
});

afterEach(() => vi.restoreAllMocks());

test.each([
  {},
  { limit: 500 },
  { environment: 'PRODUCTION', search: 'KEY' },
  { sort: 'used' },
  { sort: 'name' },
] as const)(
  'row 13: a list of ten thousand keys (%j) decrypts no more keys than it answers',
  async (query) => {
    const opened = vi.spyOn(app().deps.keyEncryption, 'open');
    const reply = await owner.call(listKeys, { query });
    expect(reply.length).toBeLessThanOrEqual('limit' in query ? query.limit : 200);
    expect(reply.length).toBeGreaterThan(0);
    expect(opened).toHaveBeenCalledTimes(reply.length);
  },
);

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

// It counts the rows that a query takes out of tables, also those that it then drops.
const rowsRead = (plan: Plan): number =>
  (plan['Relation Name']
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, next) => sum + rowsRead(next), 0);

type Query = { text: string; values: unknown[] };

// It records what the call really asks the database for.
const queriesOf = async (call: () => Promise<unknown>) => {
  const sent: Query[] = [];
  const { pool } = app().database;
  const original = pool.query.bind(pool);
  vi.spyOn(pool, 'query').mockImplementation(((query: { text: string }, values: unknown[]) => {
    sent.push({ text: query.text, values });
    return original(query as never, values);
  }) as never);
  await call();
  vi.restoreAllMocks();
  return sent;
};

const rowsReadBy = async (call: () => Promise<unknown>, ofTables: RegExp) => {
  const { pool } = app().database;
  const queries = (await queriesOf(call)).filter(({ text }) => ofTables.test(text));
  expect(queries.length).toBeGreaterThan(0);
  let rows = 0;
  for (const { text, values } of queries) {
    const { rows: explained } = await pool.query(`explain (analyze, format json) ${text}`, values);
    rows += rowsRead(explained[0]['QUERY PLAN'][0].Plan);
  }
  return rows;
};

const deepCursor = async (query: object) => {
  let cursor: string | undefined;
  for (let page = 0; page < 8; page += 1) {
    const { headers } = await owner.call.withHeaders(listKeys, {
      query: { ...query, limit: 500, ...(cursor ? { cursor } : {}) },
    });
    cursor = headers.get(nextCursorHeader) ?? undefined;
  }
  return cursor ?? '';
};

test.each(['created', 'name', 'used'] as const)(
  'row 13: a page of ten thousand keys by %s reads a page’s rows, also deep in the list and of both environments',
  async (sort) => {
    for (const query of [{ sort }, { sort, environment: 'SANDBOX' as const }]) {
      const cursor = await deepCursor(query);
      for (const page of [query, { ...query, cursor }]) {
        const read = await rowsReadBy(
          () => owner.call(listKeys, { query: page }),
          /"api_keys"|"rate_limit_requests"/,
        );
        // A page takes a walk along the index in each environment, and the requests of its keys.
        expect(read).toBeLessThanOrEqual(4 * 201);
      }
    }
  },
);

test('row 13: the usage of an environment with ten thousand keys lists a page of them, or those asked for', async () => {
  const usage = await owner.call(getUsage, { query: { environment: 'SANDBOX' } });
  expect(usage.keys).toHaveLength(200);
  expect(usage.total.allowed).toBe(999);
  const ids = usage.keys.slice(0, 3).map(({ keyId }) => keyId);
  const usageOfIds = await owner.call(getUsage, { query: { environment: 'SANDBOX', ids: ids.join(',') } });
  expect(usageOfIds.keys.map(({ keyId }) => keyId).toSorted()).toEqual(ids.toSorted());
  expect(usageOfIds.total.allowed).toBe(3);
});

test('row 13: the sum of an environment reads its hours, not the minutes of ten thousand keys', async () => {
  const read = await rowsReadBy(
    () => owner.call(getUsage, { query: { environment: 'SANDBOX', window: '30d' } }),
    /from "key_usage_hours"/,
  );
  expect(read).toBeLessThanOrEqual(1);
});

test('row 13: the list of browsers is as long as a person reads, and holds the browser that asks', async () => {
  const { deps, verifiedUser, skipSeconds } = app();
  const { user, call } = await verifiedUser();
  skipSeconds(60);
  const now = deps.now();
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    userId: user.id,
    createdAt: now,
    address: '203.0.113.24',
    n,
  }));
  await deps.db
    .insert(sessions)
    .values(rows.map((row) => ({ ...row, userAgent: 'x', refreshedAt: now, lastSeenAt: now })));
  const browsers = await call(listSessions);
  expect(browsers).toHaveLength(100);
  expect(browsers.filter(({ current }) => current)).toHaveLength(1);
});
