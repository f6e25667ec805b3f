import { authMessages } from '@ballast/contract/auth';
import { and, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { oneTimeTokens, sessions, type UserRow, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import { readSignedId } from '../../signed-ids.ts';
import { type OneTimeToken, spendToken } from './one-time-tokens.ts';

// A link that is opened twice has done its work: the second visitor reads the same good news.
const wasSpentWell = async (tx: Db, id: string) => {
  const [found] = await tx
    .select({ usedAt: oneTimeTokens.usedAt, verifiedAt: users.emailVerifiedAt })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email)))
    .where(eq(oneTimeTokens.id, id));
  return Boolean(found?.usedAt && found.verifiedAt);
};

// Whoever opens a sign-up's own link gets the name and password of that sign-up, so that nobody can put a password
// of theirs under an address before its owner verifies it.
export const applyVerification = async (
  tx: Db,
  token: OneTimeToken,
  client: Client,
  now: Date,
): Promise<UserRow> => {
  const [user] = await tx.select().from(users).where(eq(users.id, token.userId)).for('update');
  if (!user) throw new Error('a token has no account');
  await recordEntry(tx, { userId: user.id, type: 'email_verified', client, at: now });
  if (user.emailVerifiedAt) return user;

  if (token.passwordHash && token.passwordHash !== user.passwordHash) {
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
  }
  const chosen = token.passwordHash ? { passwordHash: token.passwordHash, fullName: token.fullName } : {};
  const [verified] = await tx
    .update(users)
    .set({ emailVerifiedAt: now, updatedAt: now, ...chosen })
    .where(eq(users.id, user.id))
    .returning();
  return verified ?? user;
};

export const verifyEmailByLink = async (deps: Deps, linkToken: string, client: Client) => {
  const invalid = new Failure('link_invalid', { message: authMessages.verificationLinkInvalid });
  const read = readSignedId(deps.tokenPepper, 'verify-email', linkToken);
  if (!read) throw invalid;

  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const token = await spendToken(tx, read.id, 'verify-email', now);
    if (token) await applyVerification(tx, token, client, now);
    else if (!(await wasSpentWell(tx, read.id))) throw invalid;
  });
  return { message: authMessages.emailVerified };
};
