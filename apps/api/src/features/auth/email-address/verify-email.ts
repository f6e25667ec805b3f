import { authMessages, type verifyEmail as verifyEmailCall } from '@ballast/contract/auth/auth';
import type { Reply } from '@ballast/contract/http/endpoint';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Owner, Visitor } from '../../../identity/actor.ts';
import { holdAccount } from '../../../identity/hold-account.ts';
import { oneTimeTokens } from '../../../identity/mailed/tables.ts';
import { endPendingProofs } from '../../../identity/open-items.ts';
import { addressProven, hasUnprovenPassword } from '../../../identity/passwords/password-proof.ts';
import { removeOtherWaysIn } from '../../../identity/passwords/unproven-password.ts';
import { sessions, type UserRow, users } from '../../../identity/tables.ts';
import { consumeToken } from '../../../identity/throttling/throttles.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { readSignedId } from '../../../secrets/signed-ids.ts';
import { mailRecoveryQueue } from '../mail-recovery.ts';
import { type OneTimeToken, spendToken } from '../one-time-tokens.ts';
import { rememberOpener } from '../opened-link.ts';
import { chooseSignUp, type Opener, signUpBrowser, spendSignUps } from '../sign-up/sign-ups.ts';

// A link that is opened again gets the same answer.
const findVerified = async (tx: Db, tokenId: string, now: Date): Promise<UserRow | null> => {
  const [found] = await tx
    .select({ usedAt: oneTimeTokens.usedAt, owner: users })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email)))
    .where(and(eq(oneTimeTokens.id, tokenId), gt(oneTimeTokens.expiresAt, now)));
  return found?.usedAt && found.owner.emailVerifiedAt ? found.owner : null;
};

// A link proves the address. Sessions that were begun with another password than the chosen sign-up's end. The result is null if
// the address was verified before or is not the account's any more.
export const applyVerification = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  token: OneTimeToken,
  opener: Opener,
): Promise<UserRow | null> => {
  const owner = await holdAccount(deps, tx, token.userId);
  if (!owner) throw new Error('a token has no account');
  if (owner.emailVerifiedAt || owner.email !== token.email) return null;

  const { chosen, proven } = await chooseSignUp(tx, owner.id, opener);
  if (!chosen || chosen.passwordHash !== owner.passwordHash) {
    await endPendingProofs(deps, tx, owner.id);
    await tx.delete(sessions).where(eq(sessions.userId, owner.id));
    await removeOtherWaysIn(deps, tx, actor, owner);
  }
  await spendSignUps(tx, owner.id, chosen);
  const now = deps.now();
  const [verified] = await tx
    .update(users)
    .set({
      fullName: chosen?.fullName ?? null,
      passwordHash: chosen?.passwordHash ?? null,
      passwordProvenAt: proven ? now : null,
      ...addressProven(now),
      updatedAt: now,
    })
    .where(eq(users.id, owner.id))
    .returning();
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'email_verified' });
  // The reader of the mail chooses the password where no sign-up could.
  if (!chosen)
    await deps.jobs.enqueue(tx, mailRecoveryQueue, { ...actor, email: owner.email, unchosen: true });
  return verified ?? null;
};

// The opener reads the mail, so this browser learns what strangers may not.
const answerOpener = (deps: Deps, cookies: Cookies, owner: Owner): Reply<typeof verifyEmailCall> => {
  const choosePassword = !owner.passwordHash && owner.authMethod === 'EMAIL';
  if (choosePassword || hasUnprovenPassword(owner)) rememberOpener(deps, cookies, owner);
  const { email } = owner;
  return choosePassword
    ? { message: authMessages.emailVerifiedChoose, email, choosePassword }
    : { message: authMessages.emailVerified, email };
};

export const verifyEmail = async (deps: Deps, actor: Visitor, cookies: Cookies, linkToken: string) => {
  await consumeToken(deps, actor, 'verification');
  const invalid = new Failure('link_invalid', { message: authMessages.verificationLinkInvalid });
  const read = readSignedId(deps.tokenPepper, 'verify-email', linkToken);
  if (!read) throw invalid;
  const opener = { browserHash: signUpBrowser.readHash(deps.config, cookies), signUpId: null };

  const owner = await deps.db.transaction(async (tx) => {
    const token = await spendToken(deps, tx, read.id, 'verify-email');
    const verified = token && (await applyVerification(deps, tx, actor, token, opener));
    const found = verified || (await findVerified(tx, read.id, deps.now()));
    if (!found) throw invalid;
    return found;
  });
  return answerOpener(deps, cookies, owner);
};
