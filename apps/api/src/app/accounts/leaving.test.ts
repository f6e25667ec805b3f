// What "Download my data" holds: every column of every table that belongs to somebody, or a reason why not. And what a deletion
// waits for.

import { deleteAccount, exportData } from '@ballast/contract/auth/leaving';
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { eq, getTableName, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guardedUser } from '../../../testing/factors/authenticator.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { factsOf } from '../../db/owned.ts';
import { faucetClaims } from '../../features/faucet/tables.ts';
import { users } from '../../identity/tables.ts';
import { deleteLeftAccounts } from './delete-left-accounts.ts';
import { exportedParts } from './exported-tables.ts';

const app = useTestApp();

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// All that refers to an account, by however many steps, and what names one without referring to it.
const ownedColumns = async () => {
  const { rows } = await app().deps.db.execute<{ table: string; column: string }>(sql`
    with recursive owned as (
      select 'users'::regclass::oid as id
      union
      select conrelid from pg_constraint join owned on confrelid = owned.id where contype = 'f'
    ), named as (
      select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and attname in ('user_id', 'owner', 'owner_id', 'account_id', 'email')
    )
    select relname as table, attname as column from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where not relispartition and pg_class.oid in (select id from owned union select attrelid from named)`);
  return rows;
};

// What the tables say of themselves, as `table` or `table.column`.
const declaredColumns = () => {
  const leaves = new Set<string>();
  const withheld = new Set<string>();
  for (const table of app().deps.tables) {
    const name = getTableName(table);
    const place = (column: string) => `${name}.${snakeCase(column)}`;
    const facts = factsOf(table);
    if (typeof facts.withheld === 'string') withheld.add(name);
    else for (const column of Object.keys(facts.withheld ?? {})) withheld.add(place(column));
    const { exported } = facts;
    if (!exported) continue;
    const columns = 'within' in exported ? exported.within : exported.columns;
    if (columns === 'all') leaves.add(name);
    else for (const column of columns) leaves.add(place(column));
  }
  const parts = new Set(exportedParts(app().deps).map(({ table }) => getTableName(table)));
  return { leaves, withheld, parts };
};

test('a table or a column that belongs to somebody is exported, or it is said why not', async () => {
  const { leaves, withheld, parts } = declaredColumns();
  const isSettled = ({ table, column }: { table: string; column: string }) =>
    [table, `${table}.${column}`].some((name) => leaves.has(name) || withheld.has(name)) ||
    // The profile is the account's whole row, and each row of the others has its id under the owner's.
    table === 'users' ||
    (parts.has(table) && ['id', 'user_id'].includes(column));
  const columns = await ownedColumns();
  expect(columns.filter((column) => !isSettled(column))).toEqual([]);

  // Nor does a reason outlive what it is for, or cover what leaves.
  const known = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  expect([...withheld, ...leaves].filter((name) => !known.has(name))).toEqual([]);
  expect([...withheld].filter((name) => leaves.has(name))).toEqual([]);
});

test('it holds what was mailed, what sessions showed, and the use of keys up to now', async () => {
  const { call, user, factor } = await guardedUser(app());
  const made = await call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
  const { key } = await call(rotateKey, { params: { id: made.id } });
  await app().callAs(key)(checkKey);
  await app().deps.keyCheck.flushUsage();
  const text = await call(exportData);
  const data = JSON.parse(text);
  expect(data.profile).toMatchObject({ id: user.id, email: user.email, emailVerified: true });
  expect(data.apiKeys).toMatchObject([
    {
      name: 'checkout',
      rotations: [{ replacedAt: expect.any(String) }],
      usage: [{ day: app().now().toISOString().slice(0, 10), allowed: 1, limited: 0, refused: 0 }],
    },
  ]);
  expect(data.requests).toMatchObject([{ keyId: made.id, outcome: 'allowed', weight: 1 }]);
  expect(data.mailedLinks).toMatchObject([{ purpose: 'verify-email', email: user.email }]);
  expect(data.securityNotices).toMatchObject([
    { email: user.email, undo: { kind: 'factor', id: factor.id } },
  ]);
  const methods = data.sessions.flatMap(({ proofs }: { proofs: { method: string }[] }) => proofs);
  expect(methods).toEqual(expect.arrayContaining([expect.objectContaining({ method: 'totp' })]));
  expect(text).not.toMatch(/hash|cipher|pepper/i);
});

const accountsOf = (id: string) => app().deps.db.select().from(users).where(eq(users.id, id));

test('an account whose claim is under way stays until the claim is settled', async () => {
  const owner = await app().verifiedUser();
  await owner.call(deleteAccount, { body: { email: owner.email } });
  const { deps } = app();
  const at = deps.now();
  const settled = new Date(at.getTime() + 365 * 24 * 3600 * 1000);
  const claim = { userId: owner.user.id, driver: 'LEDGER', amount: 1, clientAddress: '203.0.113.9' } as const;
  await deps.db.insert(faucetClaims).values({ ...claim, dueAt: settled, createdAt: at });
  app().skipSeconds(7 * 24 * 3600 + 1);
  await deleteLeftAccounts(deps);
  expect(await accountsOf(owner.user.id)).toHaveLength(1);
  await deps.db.update(faucetClaims).set({ settledAt: at }).where(eq(faucetClaims.userId, owner.user.id));
  await deleteLeftAccounts(deps);
  expect(await accountsOf(owner.user.id)).toEqual([]);
});
