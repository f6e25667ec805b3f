import {
  type BrowserSession,
  longestSessionList,
  sessionMessages,
} from '@ballast/contract/auth/session-list';
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { lockAccount } from '../../identity/hold-account.ts';
import { endPendingProofs } from '../../identity/open-items.ts';
import { owesSecondFactor } from '../../identity/proofs/proofs.ts';
import { isBrowserAlive } from '../../identity/sessions/session-lifetime.ts';
import { endSessions, type LogoutScope } from '../../identity/sessions/sessions.ts';
import { describeUserAgent } from '../../identity/sessions/user-agent.ts';
import { type SessionRow, sessions } from '../../identity/tables.ts';
import { Failure } from '../../runtime/failure.ts';

const toBrowserSession = (row: SessionRow, currentId: string): BrowserSession => ({
  id: row.id,
  ...describeUserAgent(row.userAgent),
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  current: row.id === currentId,
});

export const listSessions = async (deps: Deps, actor: Actor, ownerId: string): Promise<BrowserSession[]> => {
  const rows = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ownerId), isBrowserAlive(deps)))
    // The calling session is always listed.
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.lastSeenAt))
    .limit(longestSessionList);
  const newestFirst = rows.toSorted((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
  return newestFirst.map((row) => toBrowserSession(row, actor.sessionId));
};

export const revokeSession = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    await endPendingProofs(deps, tx, ownerId);
    const [session] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, ownerId), eq(sessions.kind, 'browser')))
      .returning();
    if (!session) throw new Failure('not_found');
    const { browser, system } = describeUserAgent(session.userAgent);
    const description = `${browser} on ${system}`;
    await recordActivity(deps, tx, actor, { ownerId, type: 'session_revoked', description });
    return { message: sessionMessages.ended };
  });

export const revokeOtherSessions = (deps: Deps, actor: Actor, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    await endPendingProofs(deps, tx, ownerId);
    await endSessions(tx, actor, ownerId, 'others');
    const description = 'All other sessions';
    await recordActivity(deps, tx, actor, { ownerId, type: 'session_revoked', description });
    return { message: sessionMessages.othersEnded };
  });

export const logOut = async (deps: Deps, actor: Actor, scope: LogoutScope) => {
  // The session of a reset link may only end itself. The library takes this code for signed out.
  if (actor.kind !== 'browser' && scope !== 'local') {
    throw new Failure('not_for_reset_link');
  }
  // Without a verified address or the second factor the caller may not be the owner, and must not end the owner's sessions and
  // reset links.
  const reach = actor.emailVerified && !owesSecondFactor(actor) ? scope : 'local';
  await deps.db.transaction(async (tx) => {
    const ownerId = actor.user.id;
    await lockAccount(tx, ownerId);
    if (reach !== 'local') await endPendingProofs(deps, tx, ownerId);
    await endSessions(tx, actor, ownerId, reach);
    await recordActivity(deps, tx, actor, { ownerId, type: 'logout' });
  });
};
