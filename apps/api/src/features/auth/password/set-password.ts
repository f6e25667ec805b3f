// Sets a password: ends the other sessions and all that was begun and not finished, revokes the command line's tokens and
// tells the owner.

import { authMessages } from '@ballast/contract/auth/auth';
import { errors } from '@ballast/contract/http/errors';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor, Visitor } from '../../../identity/actor.ts';
import { revokeAllCliTokens } from '../../../identity/cli/cli-tokens.ts';
import { holdAccount } from '../../../identity/hold-account.ts';
import { holdActor } from '../../../identity/hold-actor.ts';
import { raisedDeviceNumber } from '../../../identity/open-items.ts';
import type { Owner } from '../../../identity/owner.ts';
import { hasUnprovenPassword } from '../../../identity/passwords/password-proof.ts';
import { removeNewWaysIn, removeOtherWaysIn } from '../../../identity/passwords/unproven-password.ts';
import { addressProven } from '../../../identity/proofs/address-proven.ts';
import { owesSecondFactor } from '../../../identity/proofs/owes-second-factor.ts';
import { endPendingProofs } from '../../../identity/proofs/pending-proofs.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { rememberDevice } from '../../../identity/sessions/known-devices.ts';
import { endSessions, readSession } from '../../../identity/sessions/sessions.ts';
import { accountSuspended } from '../../../identity/suspension.ts';
import { sessions, users } from '../../../identity/tables.ts';
import { consume, consumeToken } from '../../../identity/throttling/throttles.ts';
import { listActiveKeys } from '../../../key-check/lookup/active-keys.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { networkOf } from '../../../runtime/network/address.ts';
import { secondsBefore } from '../../../runtime/times.ts';
import { passwordChangePerAccount } from '../limits.ts';
import { authMails } from '../mails.ts';
import { forgetSignUps } from '../sign-up/sign-ups.ts';

const doubtfulDays = 30;

const invalidLink = () => new Failure('link_invalid', { message: authMessages.resetLinkInvalid });

const samePassword = () =>
  new Failure('same_password', { fields: { password: errors.same_password.message } });

// A reset link works once, also when it is used twice at the same moment.
const spendRecovery = async (tx: Db, sessionId: string) => {
  const spent = await tx
    .update(sessions)
    .set({ kind: 'spent' })
    .where(and(eq(sessions.id, sessionId), eq(sessions.kind, 'recovery')))
    .returning({ id: sessions.id });
  if (!spent.length) throw invalidLink();
};

// Whoever reads the mail takes the account over from whoever else knew its password, and from the ways in that these added.
const trustOwner = async (deps: Deps, tx: Db, actor: Visitor, owner: Owner) => {
  await forgetSignUps(tx, owner.id);
  if (hasUnprovenPassword(owner)) await removeOtherWaysIn(deps, tx, actor, owner);
  else await removeNewWaysIn(deps, tx, actor, owner);
};

// API keys stay, because somebody's programs need them. The owner is told of those that whoever was kept out may have made.
const listDoubtfulKeys = (deps: Deps, tx: Db, owner: Owner) =>
  listActiveKeys(
    tx,
    owner.id,
    hasUnprovenPassword(owner) ? undefined : secondsBefore(deps.now(), doubtfulDays * 24 * 3600),
  );

export const setPassword = async (deps: Deps, actor: Actor, owner: Owner, password: string) => {
  // A mailed link is good once, and its mails are limited. Counted here, it would be refused to an owner who uses it against
  // somebody who has changed the password that often.
  if (actor.kind !== 'recovery') await consume(deps.throttles.of(passwordChangePerAccount), owner.id);
  const caller = { account: owner.id, line: networkOf(actor.client.address) };
  const former = owner.passwordHash ?? owner.endedPasswordHash;
  if (former && (await deps.passwords.verify(password, former, caller))) throw samePassword();
  const passwordHash = await deps.passwords.hash(password, caller);
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    const byLink = actor.kind === 'recovery';
    await holdAccount(deps, tx, owner.id);
    await endPendingProofs(deps, tx, owner.id, actor.sessionId);
    if (byLink) await spendRecovery(tx, actor.sessionId);
    await endSessions(tx, actor, owner.id, 'others');
    await revokeAllCliTokens(tx, owner.id);
    if (byLink) await trustOwner(deps, tx, actor, owner);
    // A mailed link proves the address, too, and whoever reads the mail knows this password. To an account without a password
    // nobody came in who had only guessed at its owner's address, so its first one is the owner's as well.
    const address = byLink && !owner.emailVerifiedAt ? addressProven(now) : {};
    const proofs = byLink || !owner.passwordHash ? { ...address, passwordProvenAt: now } : {};
    // Whoever called proved who they are before: a reset that came in between counts, and this does not.
    const before = owner.passwordHash
      ? eq(users.passwordHash, owner.passwordHash)
      : isNull(users.passwordHash);
    const isStillTheirs = byLink ? undefined : before;
    const [updated] = await tx
      .update(users)
      .set({
        passwordHash,
        endedPasswordHash: null,
        ...proofs,
        deviceNumber: raisedDeviceNumber(deps),
        updatedAt: now,
      })
      .where(and(eq(users.id, owner.id), isStillTheirs))
      .returning();
    if (!updated) throw new Failure('current_password_invalid');
    if (!byLink) await holdActor(tx, actor);
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'password_changed' });
    const keys = byLink ? { keys: await listDoubtfulKeys(deps, tx, owner) } : {};
    await mailSecurityNotice(deps, tx, actor, owner, authMails.passwordChanged, keys);
    return updated;
  });
};

export const resetPassword = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  token: string,
  password: string,
) => {
  await consumeToken(deps, actor, 'password');
  const session = await readSession(deps, token);
  if (session === 'suspended') throw accountSuspended(deps);
  if (typeof session === 'string' || session.kind !== 'recovery') throw invalidLink();
  if (owesSecondFactor(session)) throw new Failure('insufficient_aal');
  const owner = await setPassword(deps, { ...actor, ...session }, session.user, password);
  rememberDevice(deps, cookies, owner);
  return { message: authMessages.passwordReset };
};
