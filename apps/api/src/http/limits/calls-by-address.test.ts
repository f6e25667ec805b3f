// Calls of strangers about an account whose address they know, in each state of the account. A suspended account does not change. An
// unverified one changes in nothing but its sign-up, and gets no mail but the links that prove its address.

import { deleteAccount } from '@ballast/contract/auth/leaving';
import { endpoints } from '@ballast/contract/endpoints';
import { waitFor } from '@ballast/harness/wait-for';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callsByAddress } from '../../../testing/isolation/by-address.ts';
import { nameOf } from '../../../testing/isolation/expectations.ts';
import { openRows } from '../../../testing/isolation/owners-rows.ts';
import { send } from '../../../testing/isolation/send.ts';
import { liftLimits } from '../../../testing/isolation/world.ts';
import { newAddress, useTestApp } from '../../../testing/test-app.ts';
import { users } from '../../identity/tables.ts';

const app = useTestApp();

let readRows: Awaited<ReturnType<typeof openRows>>;
beforeAll(async () => {
  liftLimits(app());
  readRows = await openRows(app().database);
});

const suspend = (email: string) =>
  app().deps.db.update(users).set({ suspendedAt: app().now() }).where(eq(users.email, email));

const idOf = async (email: string) => {
  const [account] = await app().deps.db.select().from(users).where(eq(users.email, email));
  return account?.id ?? '';
};

// A mail may be made by a job that the call has left.
const jobsDone = (email: string) =>
  waitFor(`the jobs about ${email} to be done`, async () => {
    const { rows } = await app().database.pool.query(
      `select name from pgboss.job where state in ('created', 'retry', 'active') and strpos(data::text, $1) > 0`,
      [email],
    );
    if (rows.length) throw new Error(`${rows.length} are not`);
  });

// The rows that the call has left or taken away, each with its table, and mails by their kind.
const changesBy = async (email: string, call: () => Promise<unknown>) => {
  const id = await idOf(email);
  await jobsDone(email);
  const before = await readRows(id);
  await call();
  await jobsDone(email);
  const after = await readRows(id);
  const [earlier, later] = [new Set(before), new Set(after)];
  const changed = [...before.filter((row) => !later.has(row)), ...after.filter((row) => !earlier.has(row))];
  const kindOf = (row: string) => row.split(' ').slice(0, row.startsWith('mail ') ? 2 : 1);
  return [...new Set(changed.map((row) => kindOf(row).join(' ')))].toSorted();
};

const named = callsByAddress.map(([endpoint, request]) => [nameOf(endpoint), endpoint, request] as const);

test('every public call that takes an address is tried', () => {
  const takesAddress = endpoints.filter(
    ({ auth, body }) => auth === 'public' && body && 'email' in ((body as { shape?: object }).shape ?? {}),
  );
  expect(named.map(([name]) => name).toSorted()).toEqual(takesAddress.map(nameOf).toSorted());
});

describe.each(named)('%s', (_, endpoint, request) => {
  const callAbout = (email: string) => () => send(app().url, endpoint, request(email), null);

  test('changes nothing of a suspended account', async () => {
    const { email } = await app().verifiedUser(newAddress('suspended'));
    await suspend(email);
    // Its owner may hear that somebody signed up with the address.
    const changes = await changesBy(email, callAbout(email));
    expect(changes.filter((change) => change !== 'mail account-exists')).toEqual([]);
  });

  test('changes nothing of a suspended account that nobody verified', async () => {
    const email = await app().signUpUnverified(newAddress('suspended'));
    await suspend(email);
    expect(await changesBy(email, callAbout(email))).toEqual([]);
  });

  test('opens no account that is to be deleted, and mails nothing but the link that keeps it', async () => {
    const { email, call } = await app().verifiedUser(newAddress('leaving'));
    await call(deleteAccount, { body: { email } });
    const changes = await changesBy(email, callAbout(email));
    const allowed = ['mail account-exists', 'mail account-leaving', 'one_time_tokens'];
    expect(allowed).toEqual(expect.arrayContaining(changes));
  });

  test('changes nothing but the sign-up of an account that nobody verified, and mails it no other link', async () => {
    const email = await app().signUpUnverified(newAddress('unverified'));
    const changes = await changesBy(email, callAbout(email));
    const signUp = ['activities', 'one_time_tokens', 'session_proofs', 'sessions', 'sign_ups'];
    const links = ['mail reset-password', 'mail reset-password-code', 'mail verify-email'];
    expect([...signUp, ...links]).toEqual(expect.arrayContaining(changes));
  });
});
