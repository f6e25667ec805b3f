// A signed-in user gives another proof, a password or a mailed code. Only the access token in the answer counts it: a copy of the
// refresh token may exist.
import type { Access } from '@ballast/contract/auth/session';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Actor, Owner } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { toAccess } from '../sessions/session-tokens.ts';
import { sessions, users } from '../tables.ts';
import { hasVerifiedFactor, readProofs, writeProof } from './proofs.ts';

const hasFactor = async (tx: Db, ownerId: string) => {
  const [account] = await tx.select({ hasVerifiedFactor }).from(users).where(eq(users.id, ownerId));
  return account?.hasVerifiedFactor ?? true;
};

// The caller holds account and session.
export const proveAgain = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'now'>,
  tx: Db,
  { sessionId }: Actor,
  owner: Owner,
  method: 'password' | 'reauthentication',
): Promise<Access | null> => {
  if (await hasFactor(tx, owner.id)) return null;
  const [row] = await tx
    .update(sessions)
    .set({ proofCount: sql`${sessions.proofCount} + 1` })
    .where(eq(sessions.id, sessionId))
    .returning();
  if (!row) throw new Error('the session that is held has no row');
  const { proofCount } = row;
  await writeProof(tx, sessionId, { method }, deps.now(), proofCount);
  return toAccess(deps, owner, {
    id: sessionId,
    proofCount,
    proofs: await readProofs(tx, { sessionId, proofCount }),
  });
};
