// Sessions are checked on every call and can be ended at once. refresh-session.ts keeps them alive.
import { isEmailVerified } from '@ballast/contract/auth/account-state';
import type { Session, SessionUser } from '@ballast/contract/auth/session';
import { errorTexts } from '@ballast/contract/http/errors';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { prepared } from '../../db/queries/prepared.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { insertActivities, logEvent } from '../activity-log.ts';
import type { Actor, Owner, SignedIn, Visitor } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { sessionProofs } from '../factors/tables.ts';
import { refuseLeaving } from '../leaving.ts';
import { isAskedForFactors } from '../passwords/password-proof.ts';
import { countedProofs, hasVerifiedFactor, type NewProof, writeProof } from '../proofs/proofs.ts';
import { refuseSuspended } from '../suspension.ts';
import { type SessionRow, sessions, users } from '../tables.ts';
import { callsPerSession } from '../throttling/limits.ts';
import { consume } from '../throttling/throttles.ts';
import { toUser } from '../users.ts';
import { isAlive } from './session-lifetime.ts';
import { issueSession, toSession } from './session-tokens.ts';

const lastSeenStepSeconds = 60;

type Refused = 'no token' | 'bad token' | 'session ended' | 'suspended';

export const insertSession = async (
  deps: Pick<IdentityDeps, 'now'>,
  tx: Db,
  { client }: Visitor,
  ownerId: string,
  proof: NewProof,
  kind: SessionRow['kind'],
) => {
  const now = deps.now();
  const [row] = await tx
    .insert(sessions)
    .values({ userId: ownerId, kind, refreshedAt: now, lastSeenAt: now, createdAt: now, ...client })
    .returning();
  if (!row) throw new Error('insert returned no session');
  await writeProof(tx, row.id, proof, now);
  return row;
};

// The account is suspended, or is to be deleted.
export const refuseClosed = (deps: Pick<IdentityDeps, 'config'>, owner: Owner) => {
  refuseSuspended(deps, owner);
  refuseLeaving(owner);
};

// Every sign-in goes through this or beginPasswordSession, so that none opens a closed account.
export const beginSession = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'config' | 'now' | 'tokenPepper'>,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  proof: NewProof,
  kind: SessionRow['kind'] = 'browser',
): Promise<Session> => {
  refuseClosed(deps, owner);
  return issueSession(deps, tx, owner, await insertSession(deps, tx, actor, owner.id, proof, kind));
};

const insertPasswordSession = prepared((db) => {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const address = sql`${sql.placeholder('address')}::text`;
  const held = db.$with('held', { id: users.id, sessionId: sessions.id }).as(sql`
    select id, gen_random_uuid() as session_id from users
    where id = ${sql.placeholder('userId')} and password_hash = ${sql.placeholder('passwordHash')} and deletes_at is null
      and suspended_at is null
    for share`);
  const entry = db.$with('entry', {}).as(insertActivities('login', sql`held`, { address, at: now }));
  const proof = db.$with('proof', {}).as(sql`
    insert into session_proofs (session_id, method, at) select session_id, 'password', ${now} from held`);
  return db
    .with(held, entry, proof)
    .insert(sessions)
    .select((qb) =>
      qb
        .select({
          id: sql`session_id`.as('id'),
          userId: held.id,
          kind: sql`'browser'`.as('kind'),
          refreshCounter: sql`0`.as('refresh_counter'),
          proofCount: sql`0`.as('proof_count'),
          refreshProofCount: sql`0`.as('refresh_proof_count'),
          refreshedAt: now.as('refreshed_at'),
          lastSeenAt: now.as('last_seen_at'),
          createdAt: now.as('created_at'),
          loweredAt: sql`null::timestamptz`.as('lowered_at'),
          address: address.as('address'),
          userAgent: sql`${sql.placeholder('userAgent')}::text`.as('user_agent'),
        })
        .from(held),
    )
    .returning({
      id: sessions.id,
      refreshCounter: sessions.refreshCounter,
      refreshProofCount: sessions.refreshProofCount,
    })
    .prepare('begin_session');
});

// For an account whose password was just checked. It may have been reset meanwhile, or the unverified account may have given way:
// then no session begins.
export const beginPasswordSession = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'log' | 'now' | 'tokenPepper'>,
  tx: Db,
  { client }: Visitor,
  owner: Owner,
  user: SessionUser,
): Promise<Session | null> => {
  const now = deps.now();
  const [row] = await insertPasswordSession(tx).execute({
    userId: owner.id,
    passwordHash: owner.passwordHash,
    ...client,
    now: now.toISOString(),
  });
  if (!row) return null;
  logEvent(deps, tx, 'login', owner.id);
  return toSession(deps, owner, user, row, [
    { method: 'password', at: now, factorId: null, passkeyId: null },
  ]);
};

export const readSession = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'config' | 'db' | 'now' | 'throttles'>,
  token: string | null,
  lookUps = deps.throttles.of(callsPerSession),
): Promise<SignedIn | Refused> => {
  if (!token) return 'no token';
  const now = deps.now();
  const claims = await deps.accessTokens.read(token, now);
  if (!claims) return 'bad token';
  await consume(lookUps, claims.sessionId, errorTexts.tooManyCalls);

  const rows = await deps.db
    .select({
      user: users,
      lastSeenAt: sessions.lastSeenAt,
      kind: sessions.kind,
      proof: sessionProofs,
      hasVerifiedFactor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(sessionProofs, eq(sessionProofs.sessionId, sessions.id))
    .where(
      and(
        eq(sessions.id, claims.sessionId),
        eq(sessions.userId, claims.userId),
        isNull(users.deletesAt),
        isAlive(deps),
      ),
    );
  const [found] = rows;
  if (!found) return 'session ended';
  if (found.user.suspendedAt) return 'suspended';

  if (found.lastSeenAt < secondsBefore(now, lastSeenStepSeconds)) {
    await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, claims.sessionId));
  }
  return {
    user: found.user,
    sessionId: claims.sessionId,
    kind: found.kind,
    emailVerified: isEmailVerified(toUser(found.user)),
    proofs: countedProofs(
      rows.flatMap(({ proof }) => proof ?? []),
      claims.proofCount,
    ),
    proofCount: claims.proofCount,
    hasVerifiedFactor: found.hasVerifiedFactor && isAskedForFactors(found.user, found.kind),
    grant: null,
  };
};

export type LogoutScope = 'local' | 'others' | 'global';

// Local is the actor's own session, others are the owner's other ones.
export const endSessions = async (tx: Db, { sessionId }: Actor, ownerId: string, scope: LogoutScope) => {
  const which = {
    global: undefined,
    local: eq(sessions.id, sessionId),
    others: ne(sessions.id, sessionId),
  }[scope];
  await tx.delete(sessions).where(and(eq(sessions.userId, ownerId), which));
};
