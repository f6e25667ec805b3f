import { type BrowserSession, sessionMessages } from '@ballast/contract/session-list';
import { and, desc, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client, SignedIn } from '../../actor.ts';
import { sessions } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import { endSessions, isBrowserAlive } from '../../sessions.ts';
import { describeUserAgent } from './user-agent.ts';

export const listSessionsOf = async (
  deps: Deps,
  { user, sessionId }: SignedIn,
): Promise<BrowserSession[]> => {
  const rows = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), isBrowserAlive(deps.now())))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map((row) => ({
    id: row.id,
    ...describeUserAgent(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === sessionId,
  }));
};

export const revokeSessionOf = (deps: Deps, userId: string, id: string, client: Client) =>
  deps.db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId), eq(sessions.kind, 'browser')))
      .returning();
    const [session] = ended;
    if (!session) throw new Failure('not_found');
    const { browser, system } = describeUserAgent(session.userAgent);
    const description = `${browser} on ${system}`;
    await recordEntry(tx, { userId, type: 'session_revoked', description, client, at: deps.now() });
    return { message: sessionMessages.ended };
  });

export const revokeOtherSessionsOf = (deps: Deps, { user, sessionId }: SignedIn, client: Client) =>
  deps.db.transaction(async (tx) => {
    await endSessions(tx, user.id, sessionId, 'others');
    const description = 'All other sessions';
    await recordEntry(tx, {
      userId: user.id,
      type: 'session_revoked',
      description,
      client,
      at: deps.now(),
    });
    return { message: sessionMessages.othersEnded };
  });
