// The row of a mailed link is made with the mail, spent once, and ends with all that was begun (identity/open-items.ts).
import { authLimits } from '@ballast/contract/auth/auth';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { oneTimeTokens } from '../../identity/mailed/tables.ts';
import { secondsAfter } from '../../runtime/times.ts';

export type OneTimeToken = typeof oneTimeTokens.$inferSelect;
type Purpose = OneTimeToken['purpose'];
// The link that keeps an account is made in identity/leaving.ts.
type MadeHere = Exclude<Purpose, 'keep-account'>;
type NewToken = Partial<OneTimeToken> & Pick<OneTimeToken, 'userId' | 'email'> & { purpose: MadeHere };

// A client of the session library that exchanges the link's code on its page.
export type CodeExchange = { codeChallenge: string; linkTo: string };

const hoursOf = {
  'verify-email': authLimits.verificationLinkHours,
  'change-email': authLimits.verificationLinkHours,
  recovery: authLimits.resetLinkHours,
};

export const makeToken = async (deps: Deps, tx: Db, token: NewToken) => {
  const createdAt = deps.now();
  const expiresAt = secondsAfter(createdAt, hoursOf[token.purpose] * 3600);
  const [row] = await tx
    .insert(oneTimeTokens)
    .values({ ...token, createdAt, expiresAt })
    .returning({ id: oneTimeTokens.id });
  if (!row) throw new Error('insert returned no token');
  return row.id;
};

const isGood = (id: string, purpose: Purpose, now: Date) =>
  and(
    eq(oneTimeTokens.id, id),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  );

export const findToken = async (tx: Db, id: string, purpose: Purpose, now: Date) => {
  const [token] = await tx
    .select()
    .from(oneTimeTokens)
    .where(isGood(id, purpose, now));
  return token;
};

export const spendToken = async (deps: Deps, tx: Db, id: string, purpose: Purpose) => {
  const now = deps.now();
  const found = await findToken(tx, id, purpose, now);
  if (!found || !(await holdAccount(deps, tx, found.userId))) return undefined;
  const [token] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(isGood(id, purpose, now))
    .returning();
  return token;
};

// Older links must not undo a change of password or address.
export const voidVerificationLinks = async (tx: Db, ownerId: string) => {
  const isVerification = and(eq(oneTimeTokens.purpose, 'verify-email'), isNull(oneTimeTokens.usedAt));
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, ownerId), isVerification));
};
