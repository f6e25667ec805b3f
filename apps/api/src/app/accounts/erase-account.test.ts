// An operator deletes an account: nothing of the person is left, and what stays is said.

import { deleteAccount } from '@ballast/contract/auth/leaving';
import { requestTokens } from '@ballast/contract/faucet';
import { createKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { getProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { guardedUser } from '../../../testing/factors/authenticator.ts';
import { openOperator } from '../../../testing/operator.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { faucetClaims } from '../../features/faucet/tables.ts';
import { sweepQueue } from '../job-handlers.ts';
import { dropOldJobs } from './forget-old.ts';

const app = useTestApp();
let operator: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  operator = await openOperator(app());
});
afterAll(() => operator.close());

const claimsOf = (id: string) => app().deps.db.select().from(faucetClaims).where(eq(faucetClaims.userId, id));

// Every table with a row that contains the text, the job queue's among them.
const tablesWith = async (text: string, notBehind = '') => {
  const pattern = `${notBehind ? `(^|[^${notBehind}])` : ''}${text.replaceAll('.', '\\.')}`;
  const { db } = app().deps;
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`);
  const found: string[] = [];
  for (const { name } of rows) {
    const counted = await db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.raw(name)} as t where t::text ~* ${pattern}`,
    );
    if (counted.rows[0]?.rows) found.push(name);
  }
  return found.toSorted();
};

// It says that the account was deleted, and goes an hour after it was sent.
const forgetLastMail = async (email: string) => {
  const { deps } = app();
  await app().waitForMail(email, /was deleted$/);
  // The sweep may have removed the mail that is done already, if time has gone by for the portal.
  await waitFor('the last mail to be done', async () => {
    const { rows } = await deps.db.execute(
      sql`select state from pgboss.job where strpos(data::text, to_json(${email}::text)::text) > 0 and state <> 'completed'`,
    );
    expect(rows).toEqual([]);
  });
  await dropOldJobs({ ...deps, now: () => new Date(Date.now() + 2 * 3600 * 1000) });
};

test('the account, its keys, their use and its jobs are gone; the ledger and the log keep an id', async () => {
  const person = await guardedUser(app());
  await logInCli(app(), person);
  const bystander = await app().verifiedUser(`x${person.email}`);
  const { key, id: keyId } = await person.call(createKey, {
    body: { name: 'checkout', environment: 'SANDBOX' },
  });
  await app().callAs(key)(checkKey);
  await app().deps.keyCheck.flushUsage();
  await person.call(requestTokens, { body: {} });
  await waitFor('the transfer to be settled', async () =>
    expect(await claimsOf(person.user.id)).toMatchObject([{ settledAt: expect.any(Date) }]),
  );
  const exported = await operator.json('users', 'export', person.email, '--reason', 'asked');
  expect(exported.profile).toMatchObject({ id: person.user.id, suspendedAt: null });
  expect(await tablesWith(person.email, 'x')).toEqual(
    expect.arrayContaining(['pgboss.job_common', 'public.users']),
  );

  const { exitCode, out } = await operator.run(
    'users',
    'delete',
    person.email,
    '--reason',
    'asked',
    '--yes',
    '--as',
    'Ines',
  );
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^User \S+ was deleted, with all its data and \d+ jobs of the queue\. Kept:\n/);
  expect(out).toContain("  2 in the operator log, with the account's id: what operators did stays on record");
  expect(out).toContain("  1 in the sandbox ledger, with the account's id: its sums must add up");

  await bystander.call(getProfile);
  const bystanderIn = await tablesWith(bystander.email);
  expect(bystanderIn).toEqual(expect.arrayContaining(['pgboss.job_common', 'public.users']));
  await forgetLastMail(person.email);
  // The bystander's address ends with the same letters, and stays where it was.
  expect(await tablesWith(person.email, 'x')).toEqual([]);
  expect(await tablesWith(person.user.id)).toEqual(['public.ledger_accounts', 'public.operator_log']);
  expect(await tablesWith(keyId)).toEqual([]);
  expect((await failureOf(app().callAs(key)(checkKey))).code).toBe('key_unknown');
  expect((await failureOf(person.call(getProfile))).status).toBe(401);

  const { entries } = await operator.json('log');
  expect(entries).toMatchObject([
    {
      actor: 'deploy',
      as: 'Ines',
      action: 'users delete',
      target: `user ${person.user.id}`,
      before: { keys: 1 },
    },
    { actor: 'deploy', action: 'users export' },
  ]);
  expect(JSON.stringify(entries)).not.toContain(person.email);
  expect(await operator.run('users', 'delete', person.email, '--reason', 'asked', '--yes')).toEqual({
    exitCode: 1,
    problem: `No user ${person.email}`,
  });
});

test('an account whose transfer is under way is not deleted before it is settled', async () => {
  const person = await app().verifiedUser();
  const at = app().now();
  const later = new Date(at.getTime() + 365 * 24 * 3600 * 1000);
  const claim = {
    driver: 'LEDGER',
    amount: 1,
    clientAddress: '203.0.113.9',
    dueAt: later,
    createdAt: at,
  } as const;
  await app()
    .deps.db.insert(faucetClaims)
    .values({ ...claim, userId: person.user.id });
  expect(await operator.run('users', 'delete', person.email, '--reason', 'asked', '--yes')).toEqual({
    exitCode: 1,
    problem: 'A transfer of test tokens is under way for this account. Try again when it is settled',
  });
  await person.call(getProfile);
});

test('an owner who left is gone from the job queue as well, and mails that were sent are not kept', async () => {
  const person = await app().verifiedUser();
  await person.call(deleteAccount, { body: { email: person.email } });
  app().skipSeconds(7 * 24 * 3600 + 1);
  const { deps } = app();
  await deps.jobs.enqueue(deps.db, sweepQueue, {});
  await forgetLastMail(person.email);
  expect(await tablesWith(person.email)).toEqual([]);
});
