// Two who touch one account at the same moment. Each test brings about the order in which they used to wait for each other;
// only a database with several connections shows it.

import { forgotPassword, resetPassword, verifyEmail } from '@ballast/contract/auth/auth';
import { revokeOtherSessions } from '@ballast/contract/auth/session-list';
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { onPostgres } from '../../testing/databases/database.ts';
import { somebodyToWait } from '../../testing/databases/lock-wait.ts';
import { failureOf, useTestApp } from '../../testing/test-app.ts';
import type { Db } from '../db/connections/open.ts';
import { logOut } from '../features/auth/end-sessions.ts';
import { decideReview } from '../features/operator/requests/review-requests.ts';
import { oauthStates } from '../features/providers/tables.ts';
import { apiKeys } from '../key-check/tables.ts';
import { operatorNamed } from './actor.ts';
import { readSession } from './sessions/sessions.ts';
import { users } from './tables.ts';

const app = useTestApp();
const repeated = 'a transaction is repeated';

const sessionIdOf = (accessToken: string) =>
  JSON.parse(atob(accessToken.split('.')[1] ?? '')).session_id as string;

// The first call waits for the row before the second begins, and both before the row is free.
const meet = async <A, B>(
  lock: (tx: Db) => Promise<unknown>,
  first: () => Promise<A>,
  second: () => Promise<B>,
) => {
  const { db } = app().deps;
  let calls: [Promise<A>, Promise<B>] | undefined;
  await db.transaction(async (tx) => {
    await lock(tx);
    const begun = first();
    await somebodyToWait(db, 1);
    calls = [begun, second()];
    await somebodyToWait(db, 2);
  });
  if (!calls) throw new Error('nobody called');
  return calls;
};

const lockAccount = (id: string) => async (tx: Db) =>
  tx.select().from(users).where(eq(users.id, id)).for('update');

describe.runIf(onPostgres())('two at one account', () => {
  test('a verification and a reset come one after the other', async () => {
    const email = await app().signUpUnverified();
    const { user } = await app().signIn(email);
    // Nobody's sign-up counts, so the verification ends all that was begun, and all sessions.
    await app().signUpUnverified(email);
    const token = await app().verificationToken(email, 2);
    await app().call(forgotPassword, { body: { email } });
    const { access_token: resetToken = '' } = await app().resetLink(email);

    const [verifying, resetting] = await meet(
      lockAccount(user.id),
      () => app().call(verifyEmail, { body: { token, type: 'email' } }),
      () =>
        failureOf(app().call(resetPassword, { body: { token: resetToken, password: 'Brand-new-pass1!' } })),
    );
    await verifying;
    expect(await resetting).toMatchObject({ code: 'link_invalid' });
    expect(readPortalLogs()).not.toContain(repeated);
  });

  test('a sign-out and the end of all other sessions come one after the other', async () => {
    const owner = await app().verifiedUser();
    const other = await app().signIn(owner.email);
    await app()
      .deps.db.insert(oauthStates)
      .values({
        provider: 'github',
        browserHash: '',
        codeVerifier: '',
        nonce: '',
        linkUserId: owner.user.id,
        linkSessionId: sessionIdOf(other.session.access_token),
        expiresAt: new Date(app().now().getTime() + 60_000),
      });
    // In one process the stops of an account take turns, so the other one comes as if from another process.
    const session = await readSession(app().deps, other.session.access_token);
    if (typeof session === 'string') throw new Error(session);
    const leaving = { client: { address: '127.0.0.1', userAgent: 'x' }, ...session };
    await Promise.all(
      await meet(
        lockAccount(owner.user.id),
        () => owner.call(revokeOtherSessions),
        () => logOut(app().deps, leaving, 'local'),
      ),
    );
    expect(readPortalLogs()).not.toContain(repeated);
  });

  test('a key’s deletion and the decision on its limit come one after the other', async () => {
    const owner = await app().verifiedUser();
    const { id } = await owner.call(createKey, { body: { name: 'busy', environment: 'SANDBOX' } });
    const reason = 'We expect many customers in spring.';
    const { request } = await owner.call(requestRateLimit, {
      params: { id },
      body: { requestedLimit: 50, reason },
    });
    const decision = { approved: true, note: null };
    const [deleting, deciding] = await meet(
      async (tx) => tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update'),
      () => owner.call(deleteKey, { params: { id } }),
      () => failureOf(decideReview(app().deps, operatorNamed('mara'), request.id, decision)),
    );
    await deleting;
    expect(await deciding).toMatchObject({ code: 'conflict' });
    expect(readPortalLogs()).not.toContain(repeated);
  });

  test('of two transactions that wait for each other one is repeated, and both are carried out', async () => {
    const { db } = app().deps;
    const [one, two] = [await app().verifiedUser(), await app().verifiedUser()];
    const rename = (tx: Db, id: string, companyName: string) =>
      tx.update(users).set({ companyName }).where(eq(users.id, id));
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const cross = (own: number, ids: [string, string], name: string) =>
      db.transaction(async (tx) => {
        await rename(tx, ids[0], name);
        both[own]?.resolve();
        await Promise.all(both.map(({ promise }) => promise));
        await rename(tx, ids[1], name);
      });
    await Promise.all([
      cross(0, [one.user.id, two.user.id], 'forth'),
      cross(1, [two.user.id, one.user.id], 'back'),
    ]);
    const names = await db.select({ name: users.companyName }).from(users).where(eq(users.id, one.user.id));
    expect(['forth', 'back']).toContain(names[0]?.name);
    expect(readPortalLogs()).toContain(repeated);
  });
});
