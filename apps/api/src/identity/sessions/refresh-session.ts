// Each refresh token is good once, and the next one comes with the answer.
import type { Session } from '@ballast/contract/auth/session';
import { and, eq, gt, isNotNull, notExists } from 'drizzle-orm';
import { Failure } from '../../runtime/failure.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { readSignedId } from '../../secrets/signed-ids.ts';
import type { IdentityDeps } from '../deps.ts';
import { lockAccount } from '../hold-account.ts';
import { accountSuspended, refuseSuspended } from '../suspension.ts';
import { sessions, users } from '../tables.ts';
import { refreshPerSession } from '../throttling/limits.ts';
import { consumeOrBusy } from '../throttling/throttles.ts';
import { isBrowserAlive, waitedForFactor } from './session-lifetime.ts';
import { issueSession } from './session-tokens.ts';

const lostAnswerSeconds = 10;

const notFound = () => new Failure('refresh_token_not_found');

const rotate = async (deps: Pick<IdentityDeps, 'config' | 'db' | 'now'>, id: string, counter: number) => {
  const now = deps.now();
  const suspended = deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sessions.userId), isNotNull(users.suspendedAt)));
  const [rotated] = await deps.db
    .update(sessions)
    .set({ refreshCounter: counter + 1, refreshedAt: now, lastSeenAt: now })
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.refreshCounter, counter),
        isBrowserAlive(deps),
        notExists(suspended),
      ),
    )
    .returning();
  return rotated;
};

// For some seconds the previous token gets the newest: the answer may have been lost, or two tabs may have called at once.
const repeatLostAnswer = async (deps: Pick<IdentityDeps, 'db' | 'now'>, id: string, counter: number) => {
  const [row] = await deps.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.refreshCounter, counter + 1),
        gt(sessions.refreshedAt, secondsBefore(deps.now(), lostAnswerSeconds)),
      ),
    );
  return row;
};

// A spent token that comes back was copied: neither holder is trusted.
const endRefusedSession = (deps: Pick<IdentityDeps, 'config' | 'db' | 'now'>, id: string) =>
  deps.db.transaction(async (tx) => {
    const refused = and(eq(sessions.id, id), eq(sessions.kind, 'browser'));
    const waited = waitedForFactor(deps.now());
    const [session] = await tx.select({ ownerId: sessions.userId, waited }).from(sessions).where(refused);
    if (!session) return notFound();
    const owner = await lockAccount(tx, session.ownerId);
    if (owner?.suspendedAt) return accountSuspended(deps, owner.id);
    await tx.delete(sessions).where(refused);
    return new Failure(session.waited ? 'session_expired' : 'refresh_token_already_used');
  });

export const refreshSession = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'config' | 'db' | 'now' | 'throttles' | 'tokenPepper'>,
  refreshToken: string,
): Promise<Session> => {
  const read = readSignedId(deps.tokenPepper, 'refresh', refreshToken);
  if (!read) throw notFound();
  // auth-js signs a user out on 429, but tries again after 503.
  await consumeOrBusy(deps.throttles.of(refreshPerSession), read.id);

  const row =
    (await rotate(deps, read.id, read.counter)) ?? (await repeatLostAnswer(deps, read.id, read.counter));
  if (!row) throw await endRefusedSession(deps, read.id);
  const [user] = await deps.db.select().from(users).where(eq(users.id, row.userId));
  if (!user || user.deletesAt) throw notFound();
  refuseSuspended(deps, user);
  return issueSession(deps, deps.db, user, row);
};
