// Somebody who is signed in proves again who they are, with the password or a mailed code. Only the access token in the answer
// counts the proof. Tokens from before do not, and neither do those that the refresh token brings: a copy of it may exist.

import type { Access } from '@ballast/contract/auth/session';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Actor } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Owner } from '../owner.ts';
import { toAccess } from '../sessions/session-tokens.ts';
import { sessions, users } from '../tables.ts';
import { hasVerifiedFactor, readProofs, writeProof } from './proofs.ts';

const hasFactor = async (tx: Db, ownerId: string) => {
  const [account] = await tx.select({ hasVerifiedFactor }).from(users).where(eq(users.id, ownerId));
  return account?.hasVerifiedFactor ?? true;
};

// The account and the session are held by the caller.
export const proveAgain = async (
  deps: Pick<IdentityDeps, 'accessTokens' | 'now'>,
  tx: Db,
  { sessionId }: Actor,
  owner: Owner,
  method: 'password' | 'reauthentication',
): Promise<Access | null> => {
  // An account with a second factor accepts nothing less as a proof.
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
