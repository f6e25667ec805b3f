// A session: begun by signing in, kept by rotating refresh tokens, checked on every call, ended at once.
import { isEmailVerified } from '@ballast/contract/profile';
import { accessTokenSeconds, type Session } from '@ballast/contract/session';
import { and, eq, gt, lt, ne } from 'drizzle-orm';
import type { Db } from './db/open.ts';
import { type SessionRow, sessions, type UserRow, users } from './db/schema.ts';
import type { Client, Deps } from './deps.ts';
import { Failure } from './failure.ts';
import { readSignedId, signId } from './signed-ids.ts';
import { toSessionUser, toUser } from './users.ts';

const idleDays = 30;
const lostAnswerSeconds = 10;
const lastSeenStepSeconds = 60;

export type SignedIn = { user: UserRow; sessionId: string; emailVerified: boolean };
type Refused = 'no token' | 'bad token' | 'session ended';

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);
const idleSince = (now: Date) => before(now, idleDays * 24 * 3600);

const sessionFor = async (
  deps: Deps,
  user: UserRow,
  row: Pick<SessionRow, 'id' | 'refreshCounter'>,
): Promise<Session> => {
  const now = deps.now();
  return {
    access_token: await deps.accessTokens.sign(user, row.id, now),
    refresh_token: signId(deps.tokenPepper, 'refresh', { id: row.id, counter: row.refreshCounter }),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + accessTokenSeconds,
    user: toSessionUser(user),
  };
};

export const beginSession = async (deps: Deps, tx: Db, user: UserRow, client: Client): Promise<Session> => {
  const now = deps.now();
  const [row] = await tx
    .insert(sessions)
    .values({ userId: user.id, refreshedAt: now, lastSeenAt: now, createdAt: now, ...client })
    .returning();
  if (!row) throw new Error('insert returned no session');
  return sessionFor(deps, user, row);
};

export const readSession = async (deps: Deps, token: string | null): Promise<SignedIn | Refused> => {
  if (!token) return 'no token';
  const now = deps.now();
  const claims = await deps.accessTokens.read(token, now);
  if (!claims) return 'bad token';

  const [found] = await deps.db
    .select({ user: users, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, claims.sessionId),
        eq(sessions.userId, claims.userId),
        gt(sessions.refreshedAt, idleSince(now)),
      ),
    );
  if (!found) return 'session ended';

  if (found.lastSeenAt < before(now, lastSeenStepSeconds)) {
    await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, claims.sessionId));
  }
  return {
    user: found.user,
    sessionId: claims.sessionId,
    emailVerified: isEmailVerified(toUser(found.user)),
  };
};

const rotate = async (deps: Deps, id: string, counter: number) => {
  const now = deps.now();
  const [rotated] = await deps.db
    .update(sessions)
    .set({ refreshCounter: counter + 1, refreshedAt: now, lastSeenAt: now })
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.refreshCounter, counter),
        gt(sessions.refreshedAt, idleSince(now)),
      ),
    )
    .returning();
  return rotated;
};

// The token before the newest is answered with the newest for some seconds: the first answer may have been lost,
// or two tabs may have asked at once.
const repeatLostAnswer = async (deps: Deps, id: string, counter: number) => {
  const [row] = await deps.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.id, id),
        eq(sessions.refreshCounter, counter + 1),
        gt(sessions.refreshedAt, before(deps.now(), lostAnswerSeconds)),
      ),
    );
  return row;
};

export const refreshSession = async (deps: Deps, refreshToken: string): Promise<Session> => {
  const read = readSignedId(deps.tokenPepper, 'refresh', refreshToken);
  if (!read)
    throw new Failure('refresh_token_not_found', {
      message: 'Invalid Refresh Token: Refresh Token Not Found',
    });

  const row =
    (await rotate(deps, read.id, read.counter)) ?? (await repeatLostAnswer(deps, read.id, read.counter));
  if (!row) {
    // A spent token that comes back was copied: neither holder can be trusted.
    const ended = await deps.db
      .delete(sessions)
      .where(eq(sessions.id, read.id))
      .returning({ id: sessions.id });
    throw ended.length
      ? new Failure('refresh_token_already_used', { message: 'Invalid Refresh Token: Already Used' })
      : new Failure('refresh_token_not_found', { message: 'Invalid Refresh Token: Refresh Token Not Found' });
  }
  const [user] = await deps.db.select().from(users).where(eq(users.id, row.userId));
  if (!user) throw new Failure('session_not_found');
  return sessionFor(deps, user, row);
};

export type LogoutScope = 'local' | 'others' | 'global';

export const endSessions = async (tx: Db, userId: string, sessionId: string, scope: LogoutScope) => {
  const which =
    scope === 'global'
      ? undefined
      : scope === 'local'
        ? eq(sessions.id, sessionId)
        : ne(sessions.id, sessionId);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), which));
};

export const deleteIdleSessions = (deps: Deps) =>
  deps.db.delete(sessions).where(lt(sessions.refreshedAt, idleSince(deps.now())));
