import { authMessages } from '@ballast/contract/auth';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { recordActivity } from '../../activity-log.ts';
import type { Db } from '../../db/open.ts';
import { oneTimeTokens, sessions, users } from '../../db/schema.ts';
import type { Client, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { readSignedId } from '../../signed-ids.ts';

type Token = typeof oneTimeTokens.$inferSelect;

const spendToken = async (tx: Db, id: string, now: Date): Promise<Token | undefined> => {
  const [token] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.id, id), isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now)))
    .returning();
  return token;
};

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
const applyToken = async (tx: Db, token: Token, now: Date) => {
  const [user] = await tx.select().from(users).where(eq(users.id, token.userId)).for('update');
  if (!user || user.emailVerifiedAt) return user;

  if (token.passwordHash && token.passwordHash !== user.passwordHash) {
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
  }
  await tx
    .update(users)
    .set({
      emailVerifiedAt: now,
      updatedAt: now,
      ...(token.passwordHash ? { passwordHash: token.passwordHash, fullName: token.fullName } : {}),
    })
    .where(eq(users.id, user.id));
  return user;
};

export const verifyEmailByLink = async (deps: Deps, linkToken: string, client: Client) => {
  const invalid = new Failure('link_invalid', { message: authMessages.verificationLinkInvalid });
  const read = readSignedId(deps.tokenPepper, 'verify-email', linkToken);
  if (!read) throw invalid;

  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const token = await spendToken(tx, read.id, now);
    if (!token) {
      if (await wasSpentWell(tx, read.id)) return;
      throw invalid;
    }
    await applyToken(tx, token, now);
    await recordActivity(tx, { userId: token.userId, type: 'email_verified', client, at: now });
  });
  return { message: authMessages.emailVerified };
};
