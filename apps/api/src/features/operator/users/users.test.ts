// The provider team's commands about people and their keys.
import { listActivities } from '@ballast/contract/activities';
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { createKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { OperatorEntry } from '@ballast/contract/operator/log';
import type { OperatorUser } from '@ballast/contract/operator/users';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logInCli } from '../../../../testing/cli-login.ts';
import { openOperator } from '../../../../testing/operator.ts';
import { failureOf, newAddress, useTestApp } from '../../../../testing/test-app.ts';
import { users } from '../../../identity/tables.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const newestEntry = async (): Promise<OperatorEntry> =>
  (await operator.json('log', '--limit', '1')).entries[0];
const newKey = (person: Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>, name = 'checkout') =>
  person.call(createKey, { body: { name, environment: 'SANDBOX' } });

test('people are listed, searched by address, name and company, and found by state, page by page', async () => {
  const [first, second, third] = [
    await app().verifiedUser(newAddress('list_a')),
    await app().verifiedUser(newAddress('list_b')),
    await app().verifiedUser(newAddress('list-c')),
  ];
  await second.call(updateProfile, { body: { companyName: 'List_Works GmbH' } });
  await operator.run('users', 'suspend', third.email, '--reason', 'abuse');
  const emails = async (...args: string[]) =>
    (await operator.json('users', 'list', ...args)).users.map(({ email }: OperatorUser) => email);

  expect(await emails('--search', 'LIST')).toEqual([third.email, second.email, first.email]);
  // Signs that mean something in a pattern mean themselves.
  expect(await emails('--search', 'list_')).toEqual([second.email, first.email]);
  expect(await emails('--search', 'list%')).toEqual([]);
  expect(await emails('--search', 'works gmbh')).toEqual([second.email]);
  expect(await emails('--search', 'list', '--status', 'suspended')).toEqual([third.email]);
  expect(await emails('--search', 'list', '--status', 'active')).toEqual([second.email, first.email]);
  expect(await emails('--search', 'list', '--status', 'deleted')).toEqual([]);

  const page = await operator.json('users', 'list', '--search', 'list', '--limit', '2');
  expect(page.users).toHaveLength(2);
  expect(await emails('--search', 'list', '--cursor', page.nextCursor)).toEqual([first.email]);
  const { out } = await operator.run('users', 'list', '--search', 'list', '--limit', '2');
  expect(out).toContain(`There is more: --cursor ${page.nextCursor}`);
  expect(out).toMatch(new RegExp(`${third.user.id} +suspended +list-c`));
  expect(await operator.run('users', 'list', '--limit', '201')).toEqual({
    exitCode: 2,
    problem: 'limit must be a whole number from 1 to 200',
  });
  expect(await operator.run('users', 'list', '--cursor', 'x')).toMatchObject({ exitCode: 2 });
});

test('the list counts the active keys of each account', async () => {
  const person = await app().verifiedUser(newAddress('counted'));
  await newKey(person, 'first');
  await newKey(person, 'second');
  const revoked = await newKey(person, 'third');
  await operator.run('keys', 'revoke', revoked.id, '--reason', 'leaked');
  await app().verifiedUser(newAddress('counted'));
  const { users: found } = await operator.json('users', 'list', '--search', 'counted');
  expect(found.map(({ activeKeys }: OperatorUser) => activeKeys)).toEqual([0, 2]);
});

test('a user is found by address, by id and by how it begins; what fits several is refused with their names', async () => {
  const { user, email } = await app().verifiedUser();
  for (const who of [email, email.toUpperCase(), user.id, user.id.toUpperCase(), user.id.slice(0, 13)])
    expect(await operator.json('users', 'show', who)).toMatchObject({ id: user.id });
  const { email: withK } = await app().verifiedUser(newAddress('karla'));
  // U+212A becomes a k in lower case, and is another letter.
  expect(await operator.run('users', 'show', withK.replace('k', '\u212a'))).toMatchObject({ exitCode: 1 });
  const others = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002'];
  for (const id of others)
    await app()
      .deps.db.insert(users)
      .values({ id, email: newAddress('twin'), authMethod: 'EMAIL' });
  const { exitCode, problem } = await operator.run('users', 'suspend', 'c0ffee', '--reason', 'abuse');
  expect({ exitCode, problem }).toEqual({
    exitCode: 1,
    problem: expect.stringMatching(
      /^More than one user begins with c0ffee: c0ffee00-\S+1 \(twin\S+\), c0ffee00-\S+2 \(twin\S+\)$/,
    ),
  });
  for (const who of ['nobody@northwind.dev', 'ffff', "x' or 1=1", '%', 'c0f', '-', 'c-0-f-f-e-e'])
    expect(await operator.run('users', 'show', who)).toEqual({ exitCode: 1, problem: `No user ${who}` });
});

test('one account is shown with its sessions, command lines and keys, and never with a value', async () => {
  const person = await app().verifiedUser();
  await logInCli(app(), person, 'mara-laptop');
  const ci = await person.call(createCliToken, {
    body: { name: 'ci', scopes: ['read', 'faucet'], expiresInDays: 30 },
  });
  const key = await newKey(person);
  await app().callAs(key.key)(checkKey);
  const shown = await operator.json('users', 'show', person.email);
  expect(shown).toMatchObject({
    ...{ id: person.user.id, email: person.email, status: 'active', emailVerified: true, activeKeys: 1 },
    ...{ signsInWith: ['password'], secondFactors: 0, suspendedReason: null },
    sessions: [{ address: '127.0.0.1' }],
    commandLines: [
      { deviceName: 'ci', kind: 'machine', scopes: ['read', 'faucet'], expiresAt: ci.expiresAt },
      { deviceName: 'mara-laptop', kind: 'device', scopes: [...cliScopes], expiresAt: null },
    ],
    keys: [{ id: key.id, name: 'checkout', environment: 'SANDBOX', status: 'ACTIVE' }],
  });
  expect(await newestEntry()).toMatchObject({
    ...{ actor: 'deploy', as: null, action: 'users show', target: `user ${person.user.id}` },
    ...{ before: null, after: null },
  });
  const shownText = (await operator.run('users', 'show', person.email)).out;
  expect(shownText).toMatch(
    /^Devices +ci \(machine\) from 127\.0\.0\.1, never used, read faucet, until [\d-]+ [\d:]+ UTC\n +mara-laptop \(device\) from 127\.0\.0\.1, never used, all scopes, until revoked$/m,
  );
  const texts = [
    JSON.stringify(shown),
    shownText,
    (await operator.run('users', 'export', person.email, '--reason', 'asked')).out,
    (await operator.run('keys', 'show', key.id)).out,
    JSON.stringify(await operator.json('keys', 'show', key.id)),
  ].join('\n');
  expect(texts).not.toContain(key.key.slice(-8));
  expect(texts).not.toMatch(/hash|cipher|pepper|blst_|bcli_/i);
});

test('a suspension and its end are on record, with the reason; neither is done twice', async () => {
  const person = await app().verifiedUser();
  const target = `user ${person.user.id}`;
  const who = person.user.id.slice(0, 13);
  const suspended = await operator.json('users', 'suspend', who, '--reason', 'Card testing', '--as', 'Ines');
  expect(suspended).toMatchObject({ status: 'suspended', suspendedReason: 'Card testing' });
  expect(await newestEntry()).toMatchObject({
    ...{ actor: 'deploy', as: 'Ines', action: 'users suspend', target },
    ...{ before: { status: 'active' }, after: { status: 'suspended', reason: 'Card testing' } },
  });
  expect(await operator.run('users', 'suspend', who, '--reason', 'again')).toEqual({
    exitCode: 1,
    problem: 'This account is suspended already',
  });
  expect((await operator.run('users', 'restore', who)).out).toMatch(/Status +active/);
  expect(await newestEntry()).toMatchObject({
    ...{ actor: 'deploy', action: 'users restore', target },
    ...{ before: { reason: 'Card testing' }, after: { status: 'active', reason: null } },
  });
  expect(await operator.run('users', 'restore', who)).toEqual({
    exitCode: 1,
    problem: 'This account is not suspended',
  });
  // What a developer sees of their account is as it was.
  const again = await app().signIn(person.email);
  const types = (await again.call(listActivities, { query: {} })).map(({ type }) => type);
  expect(types).toEqual(['login', 'login', 'email_verified', 'account_created']);
  expect(await operator.json('log', '--verify')).toMatchObject({ problems: [] });
});

test('two operators who suspend at once are told so: one did it, one came late', async () => {
  const { email } = await app().verifiedUser();
  const ends = await Promise.all(
    ['a', 'b', 'c'].map((as) => operator.run('users', 'suspend', email, '--reason', 'x', '--as', as)),
  );
  expect(ends.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1]);
});

test('somebody is signed out everywhere, and can sign in again', async () => {
  const person = await app().verifiedUser();
  const tool = await logInCli(app(), person);
  expect(await operator.run('users', 'end-sessions', person.email)).toEqual({
    exitCode: 0,
    out: 'Signed out: 1 browser, 1 command line.',
  });
  expect(await newestEntry()).toMatchObject({
    action: 'users end-sessions',
    before: { sessions: 1, commandLines: 1 },
  });
  expect((await failureOf(person.call(getProfile))).status).toBe(401);
  expect((await failureOf(tool.call(getProfile))).status).toBe(401);
  await (await app().signIn(person.email)).call(getProfile);
});

describe('keys', () => {
  test('a key is shown and revoked by the beginning of its id; its owner sees who did it', async () => {
    const person = await app().verifiedUser();
    const key = await newKey(person);
    const body = { requestedLimit: 50, reason: 'We onboard three merchants in May.' };
    await person.call(requestRateLimit, { params: { id: key.id }, body });
    await app().callAs(key.key)(checkKey);
    const id = key.id.slice(0, 13);
    expect(await operator.json('keys', 'show', id)).toMatchObject({
      ...{ id: key.id, status: 'ACTIVE', email: person.email, rateLimit: 3, scopes: null },
    });
    app().skipSeconds(1);
    const revoked = await operator.run('keys', 'revoke', id, '--reason', 'Found in a paste', '--as', 'Ines');
    expect(revoked.out).toMatch(/Status +REVOKED/);
    expect((await failureOf(app().callAs(key.key)(checkKey))).code).toBe('key_revoked');
    expect(await newestEntry()).toMatchObject({
      ...{ actor: 'deploy', as: 'Ines', action: 'keys revoke', target: `key ${key.id}` },
      ...{ before: { status: 'ACTIVE' }, after: { status: 'REVOKED', reason: 'Found in a paste' } },
    });
    const [entry] = await person.call(listActivities, { query: {} });
    expect(entry).toMatchObject({ type: 'key_deleted', description: 'checkout' });
    expect(await operator.run('keys', 'revoke', id, '--reason', 'again')).toEqual({
      exitCode: 1,
      problem: 'This key is revoked already',
    });
    expect(await operator.json('requests', 'list')).toEqual([]);
  });

  test('the state of a key is what the key check would say', async () => {
    const person = await app().verifiedUser();
    const key = await newKey(person);
    const statusOf = async () => (await operator.json('keys', 'show', key.id)).status;
    await operator.run('users', 'suspend', person.email, '--reason', 'abuse');
    expect(await statusOf()).toBe('SUSPENDED');
    await operator.run('users', 'restore', person.email);
    await app().deps.db.execute(sql`update api_keys set expires_at = '2020-01-01' where id = ${key.id}`);
    expect(await statusOf()).toBe('EXPIRED');
    await app().deps.db.update(users).set({ deletesAt: app().now() }).where(eq(users.id, person.user.id));
    expect(await statusOf()).toBe('REVOKED');
    expect(await operator.run('keys', 'show', 'ffffffff')).toEqual({
      exitCode: 1,
      problem: 'No key ffffffff',
    });
  });
});

test.each([
  [['users', 'suspend', 'a@b.dev'], 'Add --reason. The operator log keeps it.'],
  [['users', 'suspend', 'a@b.dev', '--reason', ' '], 'Add --reason. The operator log keeps it.'],
  [
    ['users', 'suspend', 'a@b.dev', '--reason', 'a\u001b[2K'],
    'The reason contains a character that is not allowed',
  ],
  [['users', 'suspend', '--reason', 'x'], 'Add the user: an id, the start of an id, or an email.'],
  [
    ['users', 'delete', 'a@b.dev', '--reason', 'asked'],
    'Add --yes. This deletes the account immediately, and you can’t undo it.',
  ],
  [['users', 'delete', 'a@b.dev', '--yes'], 'Add --reason. The operator log keeps it.'],
  [['users', 'export', 'a@b.dev'], 'Add --reason. The operator log keeps it.'],
  [['users', 'reset-factors', 'a@b.dev'], 'Add --reason. The operator log keeps it.'],
  [['keys', 'limit', 'abcd', '5'], 'Add --reason. The operator log keeps it.'],
  [['keys', 'limit', 'abcd'], 'Add the limit in requests per second.'],
  [['keys', 'limit', 'abcd', '0', '--reason', 'x'], 'limit must be a whole number from 1 to 1000'],
  [['keys', 'limit', 'abcd', 'many', '--reason', 'x'], 'limit must be a whole number from 1 to 1000'],
  [['users', 'list', '--status', 'gone'], 'status must be active, suspended or deleted'],
  [['keys', 'revoke', 'abcd'], 'Add --reason. The operator log keeps it.'],
  [['keys', 'show'], 'Add the key: its id, or the start of it.'],
])('%j is wrong usage', async (args, problem) => {
  expect(await operator.run(...args)).toEqual({ exitCode: 2, problem });
});
