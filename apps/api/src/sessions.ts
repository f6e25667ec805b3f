// A session: begun by signing in, checked on every call, ended at once. refresh-session.ts keeps it alive.
import { isEmailVerified } from '@ballast/contract/account-state';
import { authLimits } from '@ballast/contract/auth';
import { accessTokenSeconds, type Session } from '@ballast/contract/session';
import { and, eq, gt, ne, not, or } from 'drizzle-orm';
import type { Client, SignedIn } from './actor.ts';
import type { Db } from './db/open.ts';
import { type IdentityRow, type SessionRow, sessions, type UserRow, users } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { signId } from './signed-ids.ts';
import { secondsBefore } from './times.ts';
import { identitiesOf, toSessionUser, toUser } from './users.ts';

const idleDays = 30;
const lastSeenStepSeconds = 60;

type Refused = 'no token' | 'bad token' | 'session ended';

// A browser's session lives while it is used; the one of a reset link has its hour.
export const isBrowserAlive = (now: Date) =>
  and(eq(sessions.kind, 'browser'), gt(sessions.refreshedAt, secondsBefore(now, idleDays * 24 * 3600)));
const isRecoveryAlive = (now: Date) =>
  and(
    ne(sessions.kind, 'browser'),
    gt(sessions.createdAt, secondsBefore(now, authLimits.resetLinkHours * 3600)),
  );
const isAlive = (now: Date) => or(isBrowserAlive(now), isRecoveryAlive(now));

type Numbered = Pick<SessionRow, 'id' | 'refreshCounter'>;

export const sessionOf = async (
  deps: Deps,
  user: UserRow,
  linked: IdentityRow[],
  row: Numbered,
): Promise<Session> => {
  const now = deps.now();
  return {
    access_token: await deps.accessTokens.sign(user, row.id, now),
    refresh_token: signId(deps.tokenPepper, 'refresh', { id: row.id, counter: row.refreshCounter }),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + accessTokenSeconds,
    user: toSessionUser(user, linked),
  };
};

export const sessionFor = async (deps: Deps, tx: Db, user: UserRow, row: Numbered) =>
  sessionOf(deps, user, await identitiesOf(tx, user.id), row);

export const insertSession = async (
  deps: Deps,
  tx: Db,
  userId: string,
  client: Client,
  kind: SessionRow['kind'] = 'browser',
) => {
  const now = deps.now();
  const [row] = await tx
    .insert(sessions)
    .values({ userId, kind, refreshedAt: now, lastSeenAt: now, createdAt: now, ...client })
    .returning();
  if (!row) throw new Error('insert returned no session');
  return row;
};

export const beginSession = async (deps: Deps, tx: Db, user: UserRow, client: Client): Promise<Session> =>
  sessionFor(deps, tx, user, await insertSession(deps, tx, user.id, client));

export const readSession = async (deps: Deps, token: string | null): Promise<SignedIn | Refused> => {
  if (!token) return 'no token';
  const now = deps.now();
  const claims = await deps.accessTokens.read(token, now);
  if (!claims) return 'bad token';

  const [found] = await deps.db
    .select({ user: users, lastSeenAt: sessions.lastSeenAt, kind: sessions.kind })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, claims.sessionId), eq(sessions.userId, claims.userId), isAlive(now)));
  if (!found) return 'session ended';

  if (found.lastSeenAt < secondsBefore(now, lastSeenStepSeconds)) {
    await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, claims.sessionId));
  }
  return {
    user: found.user,
    sessionId: claims.sessionId,
    kind: found.kind,
    emailVerified: isEmailVerified(toUser(found.user)),
  };
};

export type LogoutScope = 'local' | 'others' | 'global';

export const endSessions = async (tx: Db, userId: string, sessionId: string, scope: LogoutScope) => {
  const which = {
    global: undefined,
    local: eq(sessions.id, sessionId),
    others: ne(sessions.id, sessionId),
  }[scope];
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), which));
};

export const deleteDeadSessions = (deps: Deps) => {
  const alive = isAlive(deps.now());
  return alive && deps.db.delete(sessions).where(not(alive));
};

export { secondsBefore };
