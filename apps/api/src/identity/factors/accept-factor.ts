import type { ProofMethod } from '@ballast/contract/auth/second-factors';
import type { Session } from '@ballast/contract/auth/session';
import { and, eq, ne, not, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Actor, Owner } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { isStrongSession, writeProof } from '../proofs/proofs.ts';
import { sessionLibraryRefusals } from '../sessions/session-refusals.ts';
import { issueSession } from '../sessions/session-tokens.ts';
import { sessions } from '../tables.ts';

type Shown = { method: ProofMethod; factorId: string };

// The counter skips one, so that the previous refresh token is not taken for one whose answer was lost. It and older access tokens
// never count the factor.
const renewTokens = async (
  deps: Pick<IdentityDeps, 'now'>,
  tx: Db,
  { sessionId }: Actor,
  ownerId: string,
) => {
  const now = deps.now();
  const [row] = await tx
    .update(sessions)
    .set({
      refreshCounter: sql`${sessions.refreshCounter} + 2`,
      proofCount: sql`${sessions.proofCount} + 1`,
      refreshProofCount: sql`${sessions.proofCount} + 1`,
      refreshedAt: now,
      lastSeenAt: now,
    })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ownerId)))
    .returning();
  if (!row) throw sessionLibraryRefusals['session ended']();
  return row;
};

// Sessions with weaker proofs end. The command line's tokens stay.
const endLesserSessions = (tx: Db, { sessionId }: Actor, ownerId: string) =>
  tx
    .delete(sessions)
    .where(and(eq(sessions.userId, ownerId), ne(sessions.id, sessionId), not(isStrongSession)));

// The caller holds the account's row.
export const acceptFactor = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'now' | 'tokenPepper'>,
  tx: Db,
  actor: Actor,
  owner: Owner,
  shown: Shown,
): Promise<Session> => {
  const row = await renewTokens(deps, tx, actor, owner.id);
  await writeProof(tx, row.id, shown, deps.now(), row.proofCount);
  await endLesserSessions(tx, actor, owner.id);
  return issueSession(deps, tx, owner, row);
};
