// Rows behind mailed links: made, spent once, and voided together.
import { authLimits } from '@ballast/contract/auth';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { oneTimeTokens } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { secondsAfter } from '../../times.ts';

export type OneTimeToken = typeof oneTimeTokens.$inferSelect;
type Wanted = Pick<OneTimeToken, 'userId' | 'purpose' | 'email'> & Partial<OneTimeToken>;

const hoursOf = {
  'verify-email': authLimits.verificationLinkHours,
  'change-email': authLimits.verificationLinkHours,
  recovery: authLimits.resetLinkHours,
};

export const makeToken = async (deps: Deps, tx: Db, wanted: Wanted) => {
  const createdAt = deps.now();
  const expiresAt = secondsAfter(createdAt, hoursOf[wanted.purpose] * 3600);
  const [token] = await tx
    .insert(oneTimeTokens)
    .values({ ...wanted, createdAt, expiresAt })
    .returning({ id: oneTimeTokens.id });
  if (!token) throw new Error('insert returned no token');
  return token.id;
};

export const spendToken = async (tx: Db, id: string, purpose: OneTimeToken['purpose'], now: Date) => {
  const [token] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.id, id),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .returning();
  return token;
};

// Links that were mailed before a password or an address changed must not undo the change.
export const voidTokens = async (tx: Db, userId: string) => {
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt)));
};
