import { nextCursorHeader } from '@ballast/contract/http/paging';
import * as contract from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertKeys } from '../../../testing/many-keys.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { keyUsageMinutes } from '../../key-check/usage/tables.ts';

const app = useTestApp();

type Developer = Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>;
type Query = Partial<Record<keyof typeof contract.listKeys.query.shape, string | number>>;

const page = async ({ call }: Developer, query: Query) => {
  const { reply, headers } = await call.withHeaders(contract.listKeys, { query: query as object });
  return { keys: reply, cursor: headers.get(nextCursorHeader) };
};

// It reads all pages, and lets something happen between them.
const allPages = async (developer: Developer, query: Query, between = async () => {}) => {
  const keys: contract.ApiKey[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page(developer, cursor ? { ...query, cursor } : query);
    keys.push(...next.keys);
    cursor = next.cursor;
    await between();
  }
  return keys;
};

const namesOf = (keys: { name: string }[]) => keys.map(({ name }) => name);
const namesFound = async (developer: Developer, query: Query) => namesOf(await allPages(developer, query));

const developerWith = async (names: string[]) => {
  const developer = await app().verifiedUser();
  for (const name of names) {
    await developer.call(contract.createKey, { body: { name, environment: 'SANDBOX' } });
    app().skipSeconds(1);
  }
  return developer;
};

test('a page holds 200 keys unless another number is asked for, and the cursor leads to the next', async () => {
  const developer = await app().verifiedUser();
  await insertKeys(app().deps, developer.user.id, 201, () => ({}));
  const first = await page(developer, {});
  expect(first.keys).toHaveLength(200);
  const second = await page(developer, { cursor: first.cursor ?? '' });
  expect(second).toMatchObject({ keys: { length: 1 }, cursor: null });
  expect(await page(developer, { limit: 201 })).toMatchObject({ keys: { length: 201 }, cursor: null });
});

test('each order leads through all keys of both environments without gap or repetition', async () => {
  const developer = await app().verifiedUser();
  const now = app().now().getTime();
  // Several keys share each moment, and names differ in their case.
  const rows = await insertKeys(app().deps, developer.user.id, 60, (n) => ({
    name: `${n % 2 ? 'Key' : 'key'} ${String(n % 30).padStart(2, '0')}`,
    environment: n < 30 ? 'SANDBOX' : 'PRODUCTION',
    createdAt: new Date(now - Math.floor(n / 7) * 1000),
    lastUsedAt: n % 4 ? new Date(now - Math.floor(n / 5) * 1000) : null,
  }));
  const lists: Record<contract.KeySort, contract.ApiKey[]> = {
    created: await allPages(developer, { limit: 7 }),
    name: await allPages(developer, { limit: 7, sort: 'name' }),
    used: await allPages(developer, { limit: 7, sort: 'used' }),
  };
  for (const keys of Object.values(lists)) {
    expect(keys).toHaveLength(60);
    expect(new Set(keys.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
  }
  const created = lists.created.map(({ createdAt }) => createdAt);
  expect(created).toEqual(created.toSorted().reverse());
  const names = lists.name.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  const used = lists.used.map(({ lastUsedAt }) => lastUsedAt ?? '');
  expect(used).toEqual(used.toSorted().reverse());
});

test('moments finer than a millisecond lose no key', async () => {
  const developer = await app().verifiedUser();
  await insertKeys(app().deps, developer.user.id, 10, () => ({}));
  await app().database.pool.query(
    `update api_keys set created_at = created_at + random() * interval '1 millisecond' where user_id = $1`,
    [developer.user.id],
  );
  expect(new Set(await namesFound(developer, { limit: 1 })).size).toBe(10);
});

test('a search finds a part of the name in any case, and takes every character as it is', async () => {
  const developer = await developerWith([
    'Checkout EU',
    'checkout us',
    '100% sure',
    'under_score',
    'back\\slash',
  ]);
  expect(await namesFound(developer, { search: 'CHECKOUT' })).toEqual(['checkout us', 'Checkout EU']);
  expect(await namesFound(developer, { search: 'checkout', limit: 1 })).toEqual([
    'checkout us',
    'Checkout EU',
  ]);
  expect(await namesFound(developer, { search: '%' })).toEqual(['100% sure']);
  expect(await namesFound(developer, { search: '_' })).toEqual(['under_score']);
  expect(await namesFound(developer, { search: '\\' })).toEqual(['back\\slash']);
  expect(await namesFound(developer, { search: "'; drop table api_keys; --" })).toEqual([]);
  expect(await namesFound(developer, { search: 'checkout', environment: 'PRODUCTION' })).toEqual([]);
  expect(await namesFound(developer, { search: '  ' })).toHaveLength(5);
});

test('nobody finds another developer’s keys, not even with their cursor', async () => {
  const owner = await developerWith(['mine 1', 'mine 2']);
  const { cursor } = await page(owner, { limit: 1 });
  const other = await developerWith(['other']);
  expect(await namesFound(other, { search: 'mine' })).toEqual([]);
  expect(await namesFound(other, { cursor: cursor ?? '' })).toEqual([]);
});

test('keys can be listed that were never used, or that were over their limit in the last 24 hours', async () => {
  const developer = await app().verifiedUser();
  const { deps, now } = app();
  const [, used, limited, longAgo] = await insertKeys(deps, developer.user.id, 4, (n) => ({
    name: ['unused', 'used', 'limited', 'limited long ago'][n] ?? '',
    lastUsedAt: n ? now() : null,
  }));
  const day = 24 * 3600 * 1000;
  const usage = (key: { id: string } | undefined, minute: Date, times: number) => ({
    keyId: key?.id ?? '',
    minute,
    allowed: 1,
    limited: times,
    refused: 0,
  });
  await deps.db
    .insert(keyUsageMinutes)
    .values([
      usage(used, now(), 0),
      usage(limited, now(), 1),
      usage(longAgo, new Date(now().getTime() - day - 1), 5),
    ]);
  expect(await namesFound(developer, { status: 'unused' })).toEqual(['unused']);
  expect(await namesFound(developer, { status: 'limited' })).toEqual(['limited']);
  expect(await namesFound(developer, { status: 'active' })).toHaveLength(4);
});

test('keys can be listed that have expired, or that expire within 14 days', async () => {
  const developer = await app().verifiedUser();
  const { deps, now } = app();
  const day = 24 * 3600 * 1000;
  const times: [string, number | null][] = [
    ['over', 0],
    ['over for long', -100 * day],
    ['today', 1],
    ['in 14 days', 14 * day],
    ['later', 14 * day + 1],
    ['never', null],
  ];
  await insertKeys(deps, developer.user.id, times.length, (n) => ({
    name: times[n]?.[0] ?? '',
    expiresAt: times[n]?.[1] == null ? null : new Date(now().getTime() + Number(times[n]?.[1])),
    environment: n % 2 ? 'SANDBOX' : 'PRODUCTION',
  }));
  const found = (query: Query) => namesFound(developer, { sort: 'name', limit: 1, ...query });
  expect(await found({ status: 'expired' })).toEqual(['over', 'over for long']);
  expect(await found({ status: 'expiring' })).toEqual(['in 14 days', 'today']);
  expect(await found({ status: 'active' })).toEqual(['in 14 days', 'later', 'never', 'today']);
  expect(await found({ status: 'expired', environment: 'SANDBOX' })).toEqual(['over for long']);
  expect(await found({})).toHaveLength(times.length);
});

const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const someId = crypto.randomUUID();

const refused: [Query, string][] = [
  [{ cursor: 'nonsense' }, 'cursor'],
  [{ cursor: '' }, 'cursor'],
  [{ cursor: 'x'.repeat(5000) }, 'cursor'],
  [{ cursor: cursorOf('created', '1', '-'.repeat(36)) }, 'cursor'],
  [{ cursor: cursorOf('created', '9'.repeat(17), someId) }, 'cursor'],
  [{ cursor: cursorOf('created', '-1', someId) }, 'cursor'],
  [{ cursor: cursorOf('created', 1, someId) }, 'cursor'],
  [{ cursor: cursorOf('created', 'infinity', someId) }, 'cursor'],
  [{ cursor: cursorOf('created', '1', someId, 'more') }, 'cursor'],
  [{ cursor: cursorOf('name', 'a', someId) }, 'cursor'],
  [{ cursor: cursorOf('created', '1', someId), sort: 'used' }, 'cursor'],
  [{ cursor: cursorOf('name', 'a\0', someId), sort: 'name' }, 'cursor'],
  [{ limit: 501 }, 'limit'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 'many' }, 'limit'],
  [{ search: 'x'.repeat(101) }, 'search'],
  [{ search: '\0' }, 'search'],
  [{ sort: 'age' }, 'sort'],
  [{ status: 'gone' }, 'status'],
];

test('what cannot be meant is refused by the name of its field', async () => {
  const developer = await app().verifiedUser();
  for (const [query, field] of refused) {
    const failure = await failureOf(page(developer, query));
    expect({ query, status: failure.status, fields: Object.keys(failure.fields) }).toEqual({
      query,
      status: 422,
      fields: [field],
    });
  }
});

test('a cursor of somebody’s own making is taken at its word', async () => {
  const developer = await developerWith(['one']);
  const made = [
    ['created', '9'.repeat(16)],
    ['used', '-1'],
    ['used', '0'],
    ['name', '\ud800 "\\ \u{1f511}'],
  ] as const;
  for (const [sort, position] of made)
    await page(developer, { sort, cursor: cursorOf(sort, position, someId) });
});

test('the longest name that a key can have fits into a cursor', async () => {
  const developer = await developerWith(['"'.repeat(100), '€'.repeat(100), '𝄞'.repeat(50)]);
  expect(await namesFound(developer, { sort: 'name', limit: 1 })).toHaveLength(3);
});

test('while keys come and go, none that stays is missed and none is listed twice', async () => {
  const developer = await app().verifiedUser();
  const { call } = developer;
  await call(updateProfile, { body: { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } });
  const now = app().now().getTime();
  const rows = await insertKeys(app().deps, developer.user.id, 120, (n) => ({
    name: `${n % 3 ? 'stays' : 'goes'} ${n}`,
    environment: n % 2 ? 'SANDBOX' : 'PRODUCTION',
    createdAt: new Date(now - Math.floor(n / 10) * 1000),
  }));
  const going = rows.filter(({ name }) => name.startsWith('goes'));
  let made = 0;
  const comeAndGo = async () => {
    made += 1;
    const environment = made % 2 ? ('SANDBOX' as const) : ('PRODUCTION' as const);
    const gone = going.pop();
    await Promise.all([
      call(contract.createKey, { body: { name: `new ${made}`, environment } }),
      gone && call(contract.deleteKey, { params: { id: gone.id } }),
    ]);
  };
  for (const sort of contract.keySorts) {
    const listed = namesOf(await allPages(developer, { limit: 11, sort }, comeAndGo));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((name) => name.startsWith('stays'))).toHaveLength(80);
  }
});

test('lists at the same time as changes answer whole keys, and each key once', async () => {
  const developer = await app().verifiedUser();
  const { call } = developer;
  await insertKeys(app().deps, developer.user.id, 40, (n) => ({ name: `stays ${n}` }));
  const changes = Array.from({ length: 10 }, async (_, n) => {
    const { id } = await call(contract.createKey, {
      body: { name: `short-lived ${n}`, environment: 'SANDBOX' },
    });
    await call(contract.deleteKey, { params: { id } });
  });
  const lists = Array.from({ length: 5 }, () => namesFound(developer, { limit: 9 }));
  for (const names of await Promise.all(lists)) {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith('stays'))).toHaveLength(40);
  }
  await Promise.all(changes);
});

test('one key is found by its id, as the list shows it, and by nobody else', async () => {
  const developer = await developerWith(['one', 'two']);
  const { keys } = await page(developer, {});
  const id = keys[1]?.id ?? '';
  expect((await page(developer, { id })).keys).toEqual([keys[1]]);
  expect((await page(developer, { id, environment: 'PRODUCTION' })).keys).toEqual([]);
  expect((await page(await app().verifiedUser(), { id })).keys).toEqual([]);
  expect(await failureOf(page(developer, { id: 'one' }))).toMatchObject({
    status: 422,
    fields: { id: expect.any(String) },
  });
});

test('a key whose stored value cannot be decrypted is listed without it, can be rotated, and hides no other key', async () => {
  const developer = await developerWith(['whole', 'damaged']);
  const { keys } = await page(developer, {});
  const damaged = keys.find(({ name }) => name === 'damaged');
  const id = damaged?.id ?? '';
  await app().deps.db.update(apiKeys).set({ secretCipher: 'AAAA' }).where(eq(apiKeys.id, id));
  const listed = (await page(developer, {})).keys;
  expect(listed).toMatchObject([
    { name: 'damaged', key: 'blst_test_…', masked: true },
    { name: 'whole', key: keys.find(({ name }) => name === 'whole')?.key, masked: false },
  ]);
  expect(await developer.call(contract.getKey, { params: { id } })).toMatchObject({ masked: true });
  const rotated = await developer.call(contract.rotateKey, { params: { id } });
  expect(rotated).toMatchObject({ masked: false, key: expect.stringMatching(/^blst_test_\w+/) });
});
