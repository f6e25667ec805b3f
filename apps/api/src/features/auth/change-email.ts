// A new address is confirmed by a link to it; the old one is told before and after.
import { authMessages } from '@ballast/contract/auth';
import { eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { type UserRow, users } from '../../db/schema.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Deps } from '../../deps.ts';
import { type EmailJob, sendEmailQueue } from '../../email/email.ts';
import { Failure } from '../../http/failure.ts';
import { readSignedId } from '../../signed-ids.ts';
import { consumeMail } from '../../throttles.ts';
import { displayName } from '../../users.ts';
import { findAccount } from './accounts.ts';
import { makeToken, spendToken, voidTokens } from './one-time-tokens.ts';

// Whether the new address is taken shows only in its mailbox.
const letterToNewAddress = async (deps: Deps, tx: Db, user: UserRow, newEmail: string): Promise<EmailJob> => {
  const owner = await findAccount(tx, newEmail);
  if (owner?.emailVerifiedAt)
    return { template: 'account-exists', to: newEmail, fullName: displayName(owner) };
  const tokenId = await makeToken(deps, tx, { userId: user.id, purpose: 'change-email', email: newEmail });
  return { template: 'change-email', to: newEmail, fullName: displayName(user), tokenId };
};

export const askForEmailChange = async (deps: Deps, user: UserRow, newEmail: string, client: Client) => {
  if (newEmail === user.email) {
    throw new Failure('validation_failed', {
      message: authMessages.emailUnchanged,
      fields: { newEmail: authMessages.emailUnchanged },
    });
  }
  await consumeMail(deps.throttles, 'change', user.id, client.address);
  await deps.db.transaction(async (tx) => {
    await deps.jobs.enqueue(tx, sendEmailQueue, await letterToNewAddress(deps, tx, user, newEmail));
    await deps.jobs.enqueue(tx, sendEmailQueue, {
      template: 'email-change-requested',
      to: user.email,
      fullName: displayName(user),
      newEmail,
    });
    await recordEntry(tx, { userId: user.id, type: 'email_change_requested', client, at: deps.now() });
  });
  return { message: authMessages.emailChangeSent };
};

// An account that never verified the address gives way to the one that just did.
const removeUnverifiedOwner = async (tx: Db, email: string, userId: string) => {
  const owner = await findAccount(tx, email);
  if (owner && owner.id !== userId && !owner.emailVerifiedAt)
    await tx.delete(users).where(eq(users.id, owner.id));
};

export const confirmNewEmail = async (deps: Deps, linkToken: string, client: Client): Promise<UserRow> => {
  const invalid = new Failure('link_invalid', { message: authMessages.emailChangeLinkInvalid });
  const read = readSignedId(deps.tokenPepper, 'change-email', linkToken);
  if (!read) throw invalid;

  const change = deps.db.transaction(async (tx) => {
    const now = deps.now();
    const token = await spendToken(tx, read.id, 'change-email', now);
    if (!token) throw invalid;
    const [before] = await tx.select().from(users).where(eq(users.id, token.userId)).for('update');
    if (!before) throw invalid;

    await removeUnverifiedOwner(tx, token.email, before.id);
    const [after] = await tx
      .update(users)
      .set({ email: token.email, emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, before.id))
      .returning();
    if (!after) throw invalid;
    await voidTokens(tx, before.id);
    await recordEntry(tx, { userId: before.id, type: 'email_changed', client, at: now });
    await deps.jobs.enqueue(tx, sendEmailQueue, {
      template: 'email-changed',
      to: before.email,
      fullName: displayName(before),
      newEmail: token.email,
    });
    return after;
  });
  return change.catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw new Failure('conflict', { message: authMessages.emailTaken });
  });
};
