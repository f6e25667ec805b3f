// A new password ends the other sessions, pending items and command line tokens.
import { authMessages } from '@ballast/contract/auth/auth';
import { errors } from '@ballast/contract/http/errors';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor, Owner, Visitor } from '../../../identity/actor.ts';
import { revokeAllCliTokens } from '../../../identity/cli/cli-tokens.ts';
import { holdAccount, holdActor } from '../../../identity/hold-account.ts';
import { endPendingProofs, raisedDeviceNumber } from '../../../identity/open-items.ts';
import { addressProven, hasUnprovenPassword } from '../../../identity/passwords/password-proof.ts';
import { removeNewWaysIn, removeOtherWaysIn } from '../../../identity/passwords/unproven-password.ts';
import { weakPassword } from '../../../identity/passwords/weak-passwords.ts';
import { owesSecondFactor } from '../../../identity/proofs/proofs.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { rememberDevice } from '../../../identity/sessions/known-devices.ts';
import { endSessions, readSession } from '../../../identity/sessions/sessions.ts';
import { accountSuspended } from '../../../identity/suspension.ts';
import { sessions, users } from '../../../identity/tables.ts';
import { consume, consumeByCaller, consumeToken } from '../../../identity/throttling/throttles.ts';
import { listActiveKeys } from '../../../key-check/lookup/active-keys.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure } from '../../../runtime/failure.ts';
import { networkOf } from '../../../runtime/network/address.ts';
import { secondsBefore } from '../../../runtime/times.ts';
import { passwordChangePerAccount, passwordCheckPerAddress } from '../limits.ts';
import { authMails } from '../mails.ts';
import { forgetSignUps } from '../sign-up/sign-ups.ts';

const doubtfulDays = 30;

const invalidLink = () => new Failure('link_invalid', { message: authMessages.resetLinkInvalid });

const samePassword = () =>
  new Failure('same_password', { fields: { password: errors.same_password.message } });

// A reset link works once, also in concurrent calls.
const spendRecovery = async (tx: Db, sessionId: string) => {
  const spent = await tx
    .update(sessions)
    .set({ kind: 'spent' })
    .where(and(eq(sessions.id, sessionId), eq(sessions.kind, 'recovery')))
    .returning({ id: sessions.id });
  if (!spent.length) throw invalidLink();
};

// The reader of the mail takes over from others who knew the password, and from the ways in that they added.
const trustOwner = async (deps: Deps, tx: Db, actor: Visitor, owner: Owner) => {
  await forgetSignUps(tx, owner.id);
  if (hasUnprovenPassword(owner)) await removeOtherWaysIn(deps, tx, actor, owner, { byReset: true });
  else await removeNewWaysIn(deps, tx, actor, owner);
};

// API keys stay, because programs need them. The mail names those that an intruder may have made.
const listDoubtfulKeys = (deps: Deps, tx: Db, owner: Owner) =>
  listActiveKeys(
    tx,
    owner.id,
    hasUnprovenPassword(owner) ? undefined : secondsBefore(deps.now(), doubtfulDays * 24 * 3600),
  );

export const setPassword = async (deps: Deps, actor: Actor, owner: Owner, password: string) => {
  // Not for a mailed link, which is good once: an intruder who changes the password often must not use up the owner's count.
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
    // A mailed link proves the address, and its reader knows this password. The first password of an account without one is its
    // owner's as well.
    const address = byLink && !owner.emailVerifiedAt ? addressProven(now) : {};
    const proofs = byLink || !owner.passwordHash ? { ...address, passwordProvenAt: now } : {};
    // A reset since the caller's proof counts, and this change does not.
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

// For a form: it says nothing about any account.
const warnings = {
  refuse: { common: authMessages.passwordCommon, breached: authMessages.passwordBreached },
  warn: { common: authMessages.passwordCommonTaken, breached: authMessages.passwordBreachedTaken },
};

export const checkPassword = async (deps: Deps, actor: Visitor, password: string) => {
  await consumeByCaller(deps.throttles.of(passwordCheckPerAddress), actor);
  const { common, breached } = warnings[deps.config.commonPasswords];
  if (await deps.weakPasswords.isCommon(password)) return { warning: common };
  return { warning: (await deps.weakPasswords.isBreached(password)) ? breached : null };
};

export const refuseWeakPassword = async (deps: Deps, actor: Visitor, password: string) => {
  if (deps.config.commonPasswords !== 'refuse') return;
  const { warning } = await checkPassword(deps, actor, password);
  if (warning) throw weakPassword(warning);
};
