// A session begins with a sign-in, is checked on every call and can be ended at once. refresh-session.ts keeps it alive.

import { isEmailVerified } from '@ballast/contract/account-state';
import { authLimits } from '@ballast/contract/auth';
import type { Session } from '@ballast/contract/session';
import { and, eq, gt, ne, not, or, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { Deps } from '../runtime/deps.ts';
import { secondsBefore } from '../runtime/times.ts';
import { insertActivities } from './activity-log.ts';
import type { Actor, SignedIn, Visitor } from './actor.ts';
import { logEvent } from './security-events.ts';
import { issueSession, toSession } from './session-tokens.ts';
import { type IdentityRow, type SessionRow, sessions, type UserRow, users } from './tables.ts';
import { toUser } from './users.ts';

const daySeconds = 24 * 3600;
export const idleDays = 30;
const longestDays = 90;
const lastSeenStepSeconds = 60;

type Refused = 'no token' | 'bad token' | 'session ended';

// A browser's session lives while it is used, but not for ever: a copy of it must end some day. The session of a reset link
// lives for an hour.
export const isBrowserAlive = (now: Date) =>
  and(
    eq(sessions.kind, 'browser'),
    gt(sessions.refreshedAt, secondsBefore(now, idleDays * daySeconds)),
    gt(sessions.createdAt, secondsBefore(now, longestDays * daySeconds)),
  );
const isRecoveryAlive = (now: Date) =>
  and(
    ne(sessions.kind, 'browser'),
    gt(sessions.createdAt, secondsBefore(now, authLimits.resetLinkHours * 3600)),
  );
const isAlive = (now: Date) => or(isBrowserAlive(now), isRecoveryAlive(now));

export const insertSession = async (
  deps: Deps,
  tx: Db,
  { client }: Visitor,
  ownerId: string,
  kind: SessionRow['kind'],
) => {
  const now = deps.now();
  const [row] = await tx
    .insert(sessions)
    .values({ userId: ownerId, kind, refreshedAt: now, lastSeenAt: now, createdAt: now, ...client })
    .returning();
  if (!row) throw new Error('insert returned no session');
  return row;
};

export const beginSession = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  owner: UserRow,
  kind: SessionRow['kind'] = 'browser',
): Promise<Session> => issueSession(deps, tx, owner, await insertSession(deps, tx, actor, owner.id, kind));

// This is one statement, so that a sign-in costs little beside its password hash.
const insertPasswordSession = prepared((db) => {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const address = sql`${sql.placeholder('address')}::text`;
  const held = db.$with('held', { id: users.id }).as(sql`
    select id from users
    where id = ${sql.placeholder('userId')} and password_hash = ${sql.placeholder('passwordHash')} for share`);
  const entry = db.$with('entry', {}).as(insertActivities('login', sql`held`, { address, at: now }));
  return db
    .with(held, entry)
    .insert(sessions)
    .select((qb) =>
      qb
        .select({
          id: sql`gen_random_uuid()`.as('id'),
          userId: held.id,
          kind: sql`'browser'`.as('kind'),
          refreshCounter: sql`0`.as('refresh_counter'),
          refreshedAt: now.as('refreshed_at'),
          lastSeenAt: now.as('last_seen_at'),
          createdAt: now.as('created_at'),
          address: address.as('address'),
          userAgent: sql`${sql.placeholder('userAgent')}::text`.as('user_agent'),
        })
        .from(held),
    )
    .returning({ id: sessions.id, refreshCounter: sessions.refreshCounter })
    .prepare('begin_session');
});

// Begins a session, with its entry in the activity log, for an account whose password was just checked. While it was
// being checked it may have been reset, or the unverified account may have given way to its address's owner: then no
// session begins.
export const beginPasswordSession = async (
  deps: Deps,
  { client }: Visitor,
  owner: UserRow,
  identities: IdentityRow[],
): Promise<Session | null> => {
  const [row] = await insertPasswordSession(deps.db).execute({
    userId: owner.id,
    passwordHash: owner.passwordHash,
    ...client,
    now: deps.now().toISOString(),
  });
  if (!row) return null;
  logEvent(deps, 'login', owner.id);
  return toSession(deps, owner, identities, row);
};

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

// Local is the actor's own session, others are the owner's sessions beside it.
export const endSessions = async (tx: Db, { sessionId }: Actor, ownerId: string, scope: LogoutScope) => {
  const which = {
    global: undefined,
    local: eq(sessions.id, sessionId),
    others: ne(sessions.id, sessionId),
  }[scope];
  await tx.delete(sessions).where(and(eq(sessions.userId, ownerId), which));
};

export const deleteDeadSessions = (deps: Deps) => {
  const alive = isAlive(deps.now());
  return alive && deps.db.delete(sessions).where(not(alive));
};
