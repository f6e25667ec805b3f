// A new address is confirmed by a link; the old one gets a mail before and after.
import { authMessages } from '@ballast/contract/auth/auth';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { onUniqueViolation } from '../../../db/error-codes.ts';
import { enqueueMail } from '../../../email/mail-kinds.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Actor, Owner, Visitor } from '../../../identity/actor.ts';
import { deleteUnverified } from '../../../identity/delete-unverified.ts';
import { holdAccount, holdActor } from '../../../identity/hold-account.ts';
import type { Undo } from '../../../identity/mailed/tables.ts';
import { endPendingProofs } from '../../../identity/open-items.ts';
import { hasVerifiedFactor } from '../../../identity/proofs/proofs.ts';
import { keepFormerAddress } from '../../../identity/recovery/former-addresses.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { type UserRow, users } from '../../../identity/tables.ts';
import { consumeChangeMail } from '../../../identity/throttling/mail-limits.ts';
import { consumeToken } from '../../../identity/throttling/throttles.ts';
import { displayName } from '../../../identity/users.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { Failure, invalidField } from '../../../runtime/failure.ts';
import { readSignedId } from '../../../secrets/signed-ids.ts';
import { findAccount } from '../accounts.ts';
import { authMails } from '../mails.ts';
import { findToken, makeToken, spendToken, voidVerificationLinks } from '../one-time-tokens.ts';
import { countAttempt } from '../password/password-attempts.ts';
import { forgetSignUps } from '../sign-up/sign-ups.ts';
import { addressesBefore, keepLinksTo, readAddressChain } from './address-chain.ts';

// Whether the new address is taken shows only in its mailbox.
const mailNewAddress = async (deps: Deps, tx: Db, owner: Owner, newEmail: string) => {
  const holder = await findAccount(tx, newEmail);
  const to = newEmail;
  if (holder?.emailVerifiedAt)
    return enqueueMail(deps, tx, authMails.accountExists, { to, fullName: displayName(holder) }, {});
  const tokenId = await makeToken(deps, tx, { userId: owner.id, purpose: 'change-email', email: newEmail });
  await enqueueMail(deps, tx, authMails.changeEmail, { to, fullName: displayName(owner) }, { tokenId });
};

export const refuseSameEmail = (owner: Owner, newEmail: string) => {
  if (newEmail === owner.email) throw invalidField('newEmail', authMessages.emailUnchanged);
};

export const requestEmailChange = async (deps: Deps, actor: Actor, owner: Owner, newEmail: string) => {
  refuseSameEmail(owner, newEmail);
  await consumeChangeMail(deps, actor, owner.id, newEmail);
  await deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    await mailNewAddress(deps, tx, owner, newEmail);
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'email_change_requested' });
    await mailSecurityNotice(deps, tx, actor, owner, authMails.emailChangeRequested, { newEmail });
  });
  return { message: authMessages.emailChangeSent };
};

// An account that never verified the address gives way to the one that just did.
export const removeUnverifiedHolder = async (tx: Db, email: string, ownerId: string) => {
  const holder = await findAccount(tx, email);
  if (holder && holder.id !== ownerId && !holder.emailVerifiedAt) await deleteUnverified(tx, holder.id);
};

const invalidLink = () => new Failure('link_invalid', { message: authMessages.emailChangeLinkInvalid });

const findOwner = async (deps: Deps, tokenId: string) => {
  const token = await findToken(deps.db, tokenId, 'change-email', deps.now());
  if (!token) throw invalidLink();
  const [found] = await deps.db
    .select({ owner: users, hasVerifiedFactor })
    .from(users)
    .where(eq(users.id, token.userId));
  if (!found) throw invalidLink();
  return found;
};

// The link may have gone to a mistyped address, so its holder needs the account's session or password. With a second factor the
// password is not enough.
const provePassword = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  { owner, hasVerifiedFactor }: Awaited<ReturnType<typeof findOwner>>,
  password: string | undefined,
) => {
  if (hasVerifiedFactor) throw new Failure('proof_needed', { message: authMessages.emailChangeSignIn });
  if (password === undefined) throw new Failure('proof_needed', { message: authMessages.emailChangeProof });
  const attempt = await countAttempt(deps, actor, cookies, owner.email, owner);
  if (!(await deps.passwords.verify(password, owner.passwordHash, attempt.caller))) {
    const message = authMessages.currentPasswordWrong;
    throw new Failure('invalid_credentials', { message, fields: { password: message } });
  }
  await attempt.forget();
};

// An account that returns to a former address cannot be moved again from the one that it leaves.
const undoOfMove = async (
  tx: Db,
  { id, email }: UserRow,
  newEmail: string,
  now: Date,
): Promise<Undo | null> => {
  const chain = await readAddressChain(tx, id, now);
  if (!chain.includes(newEmail)) return { kind: 'address', email };
  await keepLinksTo(tx, id, [...addressesBefore(chain, newEmail), newEmail], now);
  return null;
};

type Proof = { token: string; password?: string | undefined };

export const applyEmailChange = async (
  deps: Deps,
  actor: Visitor | Actor,
  cookies: Cookies,
  { token: linkToken, password }: Proof,
): Promise<UserRow> => {
  const invalid = invalidLink();
  const read = readSignedId(deps.tokenPepper, 'change-email', linkToken);
  if (!read) throw invalid;
  const found = await findOwner(deps, read.id);
  const { owner } = found;
  if (!('user' in actor)) await provePassword(deps, actor, cookies, found, password);
  else if (actor.user.id !== owner.id) {
    throw new Failure('wrong_account', { message: authMessages.emailChangeNotYours });
  }

  const change = deps.db.transaction(async (tx) => {
    const now = deps.now();
    if ('user' in actor) await holdActor(tx, actor);
    const token = await spendToken(deps, tx, read.id, 'change-email');
    if (!token) throw invalid;
    const before = await holdAccount(deps, tx, token.userId);
    // Only a verified account moves to another address.
    if (!before?.emailVerifiedAt) throw invalid;

    await voidVerificationLinks(tx, before.id);
    await endPendingProofs(deps, tx, before.id);
    await forgetSignUps(tx, before.id);
    await removeUnverifiedHolder(tx, token.email, before.id);
    // The reader of the new address's mail has shown the password.
    const provenAt = 'user' in actor ? {} : { passwordProvenAt: now };
    const [after] = await tx
      .update(users)
      .set({ email: token.email, emailVerifiedAt: now, updatedAt: now, ...provenAt })
      .where(eq(users.id, before.id))
      .returning();
    if (!after) throw invalid;
    await recordActivity(deps, tx, actor, { ownerId: before.id, type: 'email_changed' });
    await keepFormerAddress(deps, tx, before);
    const moved = { newEmail: token.email };
    const undo = await undoOfMove(tx, before, token.email, now);
    await mailSecurityNotice(deps, tx, actor, before, authMails.emailChanged, moved, undo);
    await mailSecurityNotice(deps, tx, actor, after, authMails.emailInUse, {});
    return after;
  });
  return change.catch(onUniqueViolation(() => new Failure('conflict', { message: authMessages.emailTaken })));
};

export const confirmEmailChange = async (
  deps: Deps,
  actor: Visitor | Actor,
  cookies: Cookies,
  proof: Proof,
) => {
  await consumeToken(deps, actor, 'change of address');
  await applyEmailChange(deps, actor, cookies, proof);
  return { message: authMessages.emailChanged };
};
