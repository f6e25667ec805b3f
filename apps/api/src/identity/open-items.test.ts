// The list of what an account can have open is complete, and each ending does what the list says.
import { readFile } from 'node:fs/promises';
import { changeEmail } from '@ballast/contract/auth/auth';
import { challengeFactor } from '@ballast/contract/auth/second-factor-calls';
import { reauthenticate } from '@ballast/contract/auth/session';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { and, getTableName, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../testing/cli-login.ts';
import { enrolAuthenticator, guardedUser } from '../../testing/factors/authenticator.ts';
import { startRegistration } from '../../testing/factors/passkeys.ts';
import { useProviderApp } from '../../testing/servers/provider-app.ts';
import { libraryOf } from '../../testing/session-library.ts';
import { newAddress } from '../../testing/test-app.ts';
import { openBrowser } from '../../testing/test-browser.ts';
import { factsOf } from '../db/owned.ts';
import { closeAccount, openItems } from './open-items.ts';

const providerApp = useProviderApp();
const app = () => providerApp().app;

test('a table that belongs to an account declares what can be open, or says why nothing can', async () => {
  const { rows } = await app().deps.db.execute<{ name: string }>(sql`
    with recursive owned as (
      select 'users'::regclass::oid as id
      union
      select conrelid from pg_constraint join owned on confrelid = owned.id where contype = 'f'
    )
    select relname as name from pg_class
    where not relispartition and oid in (
      select id from owned
      union
      select attrelid from pg_attribute where attname in ('user_id', 'owner_id', 'account_id'))
      and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
  const tables = rows.map(({ name }) => name).sort();
  const declared = app().deps.tables.filter((table) => factsOf(table).open);
  expect(declared.map((table) => getTableName(table)).sort()).toEqual(tables);
});

test('the commands for a restore with PostgreSQL’s own tools end what a restored backup ends', async () => {
  const manual = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const missing = openItems(app().deps)
    .map(({ table }) => getTableName(table))
    .filter((name) => !new RegExp(`^(delete from|update) ${name}\\b`, 'm').test(manual));
  expect(missing).toEqual([]);
});

// Somebody who has everything open that can be opened through the front door.
const openEverything = async () => {
  const owner = await guardedUser(app());
  await logInCli(app(), owner);
  const { id } = await owner.call(createKey, { body: { name: 'rotated', environment: 'SANDBOX' } });
  await owner.call(rotateKey, { params: { id }, body: { graceSeconds: 3600 } });
  const { state } = await startCliLogin(app());
  await owner.call(completeCliAuth, { body: { state } });
  await owner.call(changeEmail, { body: { newEmail: newAddress('next') } });
  await owner.call(reauthenticate);
  await owner.call(challengeFactor, { params: { id: owner.factor.id }, body: {} });
  await enrolAuthenticator(app(), owner.call, 'unfinished');
  await startRegistration(await libraryOf(app(), owner.session));
  await openBrowser(app()).link('github', owner.session.access_token);
  return owner.user.id;
};

const openTables = async (ownerId: string) => {
  const open = new Set<string>();
  for (const { table, isOf, isOpen } of openItems(app().deps))
    if (await app().deps.db.$count(table, and(isOf(ownerId), isOpen))) open.add(getTableName(table));
  return [...open].sort();
};

const begun = [
  ...['cli_requests', 'factor_challenges', 'factors', 'mailed_codes', 'oauth_states'],
  ...['one_time_tokens', 'passkey_challenges', 'replaced_keys'],
];
const granted = ['cli_tokens', 'sessions'];

test.each([
  ['suspension', granted],
  ['sign-out', ['replaced_keys']],
  ['departure', []],
  ['take-over', []],
] as const)('%s ends all that was begun', async (closing, left) => {
  const ownerId = await openEverything();
  expect(await openTables(ownerId)).toEqual([...begun, ...granted].sort());
  const { deps } = app();
  await deps.db.transaction((tx) => closeAccount(deps, tx, ownerId, closing));
  expect(await openTables(ownerId)).toEqual(left);
  const verified = await deps.db.execute(
    sql`select 1 from factors where user_id = ${ownerId} and status = 'verified'`,
  );
  expect(verified.rows).toHaveLength(1);
});
