import { authMessages } from '@ballast/contract/auth';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { Failure } from '../../http/failure.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Visitor } from '../../identity/actor.ts';
import { oneTimeTokens, sessions, type UserRow, users } from '../../identity/tables.ts';
import { consumeToken } from '../../identity/throttles.ts';
import type { Deps } from '../../runtime/deps.ts';
import { readSignedId } from '../../secrets/signed-ids.ts';
import { type OneTimeToken, spendToken } from './one-time-tokens.ts';

// A link that is opened twice has done its work: the second visitor gets the same answer.
const hasVerifiedBefore = async (tx: Db, tokenId: string) => {
  const [found] = await tx
    .select({ usedAt: oneTimeTokens.usedAt, verifiedAt: users.emailVerifiedAt })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email)))
    .where(eq(oneTimeTokens.id, tokenId));
  return Boolean(found?.usedAt && found.verifiedAt);
};

// Whoever opens a sign-up's own link gets the name and password of that sign-up, so that nobody can put a password
// of theirs under an address before its owner verifies it. Where the address was verified before, nobody is returned.
export const applyVerification = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  token: OneTimeToken,
): Promise<UserRow | null> => {
  const [owner] = await tx.select().from(users).where(eq(users.id, token.userId)).for('update');
  if (!owner) throw new Error('a token has no account');
  if (owner.emailVerifiedAt) return null;
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'email_verified' });

  if (token.passwordHash && token.passwordHash !== owner.passwordHash) {
    await tx.delete(sessions).where(eq(sessions.userId, owner.id));
  }
  const chosen = token.passwordHash ? { passwordHash: token.passwordHash, fullName: token.fullName } : {};
  const now = deps.now();
  const [verified] = await tx
    .update(users)
    .set({ emailVerifiedAt: now, updatedAt: now, ...chosen })
    .where(eq(users.id, owner.id))
    .returning();
  return verified ?? null;
};

export const verifyEmail = async (deps: Deps, actor: Visitor, linkToken: string) => {
  await consumeToken(deps, actor);
  const invalid = new Failure('link_invalid', { message: authMessages.verificationLinkInvalid });
  const read = readSignedId(deps.tokenPepper, 'verify-email', linkToken);
  if (!read) throw invalid;

  await deps.db.transaction(async (tx) => {
    const token = await spendToken(tx, read.id, 'verify-email', deps.now());
    if (token) await applyVerification(deps, tx, actor, token);
    else if (!(await hasVerifiedBefore(tx, read.id))) throw invalid;
  });
  return { message: authMessages.emailVerified };
};
