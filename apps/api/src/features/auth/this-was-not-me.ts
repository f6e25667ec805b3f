// The owner of an account says that a change they were told of was not theirs. Everybody is signed out, what was changed since
// is taken back, the password goes, and a link to a new one is mailed. docs/decisions/0027-this-was-not-me.md says why.

import type { Answer } from '@ballast/contract/endpoint';
import { notMeMessages, type thisWasNotMe } from '@ballast/contract/this-was-not-me';
import { and, asc, eq, gt, gte, isNull, or } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { sendEmailQueue } from '../../email/email.ts';
import { Failure } from '../../http/failure.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Visitor } from '../../identity/actor.ts';
import { revokeAllCliTokens } from '../../identity/cli-tokens.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { type NoticeRow, securityNotices } from '../../identity/mailed/tables.ts';
import { endPendingProofs } from '../../identity/pending-proofs.ts';
import { sessions, type UserRow, users } from '../../identity/tables.ts';
import { consumeToken } from '../../identity/throttles.ts';
import { displayName } from '../../identity/users.ts';
import { publishOwnerChange } from '../../key-check/publish-change.ts';
import type { Deps } from '../../runtime/deps.ts';
import { readSignedId } from '../../secrets/signed-ids.ts';
import { removeUnverifiedHolder } from './change-email.ts';
import { mailRecoveryQueue } from './mail-recovery.ts';
import { voidVerificationLinks } from './one-time-tokens.ts';
import { forgetSignUps } from './sign-ups.ts';
import { takeBack } from './take-back.ts';

const invalidLink = () => new Failure('link_invalid', { message: notMeMessages.linkInvalid });

const holdOwner = async (tx: Db, ownerId: string) => {
  const owner = await holdAccount(tx, ownerId);
  if (!owner) throw invalidLink();
  await endPendingProofs(tx, owner.id);
  return owner;
};

const spend = async (tx: Db, id: string, now: Date) => {
  const [notice] = await tx
    .update(securityNotices)
    .set({ usedAt: now })
    .where(
      and(eq(securityNotices.id, id), isNull(securityNotices.usedAt), gt(securityNotices.expiresAt, now)),
    )
    .returning();
  if (!notice) throw invalidLink();
  return notice;
};

const readOpenNotices = (tx: Db, spent: NoticeRow, now: Date) =>
  tx
    .select()
    .from(securityNotices)
    .where(
      and(
        eq(securityNotices.userId, spent.userId),
        gt(securityNotices.expiresAt, now),
        or(isNull(securityNotices.usedAt), eq(securityNotices.id, spent.id)),
      ),
    )
    .orderBy(asc(securityNotices.number));

// The address that the account had before all changes that can still be taken back. Of two who each say that the other one has
// changed it, the reader of this one is right.
const firstAddress = (owner: UserRow, open: NoticeRow[]) => {
  for (const { undo } of open) if (undo?.kind === 'address') return undo.email;
  return owner.email;
};

const signOutEverywhere = async (tx: Db, ownerId: string) => {
  await tx.delete(sessions).where(eq(sessions.userId, ownerId));
  await revokeAllCliTokens(tx, ownerId);
};

const restoreAddress = async (deps: Deps, tx: Db, owner: UserRow, email: string) => {
  await voidVerificationLinks(tx, owner.id);
  await forgetSignUps(tx, owner.id);
  await removeUnverifiedHolder(tx, email, owner.id);
  await tx.update(users).set({ email, emailVerifiedAt: deps.now() }).where(eq(users.id, owner.id));
  await deps.jobs.enqueue(tx, sendEmailQueue, {
    template: 'email-changed',
    to: owner.email,
    fullName: displayName(owner),
    newEmail: email,
  });
};

// Whoever came in may know the password, so it is gone until the reader of the mail has chosen a new one.
const replacePassword = async (deps: Deps, tx: Db, actor: Visitor, owner: UserRow, email: string) => {
  await tx
    .update(users)
    .set({ passwordHash: null, passwordProvenAt: null, deletesAt: null, updatedAt: deps.now() })
    .where(eq(users.id, owner.id));
  const hasPassword = owner.passwordHash !== null || owner.authMethod === 'EMAIL';
  if (!hasPassword) return null;
  await deps.jobs.enqueue(tx, mailRecoveryQueue, { client: actor.client, email, removed: true });
  return email;
};

const secureAccount = async (
  deps: Deps,
  tx: Db,
  actor: Visitor,
  { id, userId }: NoticeRow,
): Promise<Answer<typeof thisWasNotMe>> => {
  const now = deps.now();
  const owner = await holdOwner(tx, userId);
  const notice = await spend(tx, id, now);
  const open = await readOpenNotices(tx, notice, now);
  const first = firstAddress(owner, open);
  // A link counts for its reader only while the address is the account's, or was so before all the others.
  if (notice.email !== first && notice.email !== owner.email) throw invalidLink();

  await signOutEverywhere(tx, owner.id);
  const since = open.filter(({ number }) => number >= notice.number);
  const taken = await takeBack(
    tx,
    owner.id,
    since.flatMap(({ undo }) => undo ?? []),
  );
  const isMoved = notice.email === first && owner.email !== first;
  if (isMoved) await restoreAddress(deps, tx, owner, first);
  await tx
    .update(securityNotices)
    .set({ usedAt: now })
    .where(and(eq(securityNotices.userId, owner.id), gte(securityNotices.number, notice.number)));
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'account_secured' });
  const email = isMoved ? first : owner.email;
  return {
    takenBack: isMoved ? ['address', ...taken] : taken,
    mailedTo: await replacePassword(deps, tx, actor, owner, email),
  };
};

export const undoByLink = async (deps: Deps, actor: Visitor, linkToken: string) => {
  await consumeToken(deps, actor);
  const read = readSignedId(deps.tokenPepper, 'not-me', linkToken);
  if (!read) throw invalidLink();
  const [notice] = await deps.db.select().from(securityNotices).where(eq(securityNotices.id, read.id));
  if (!notice) throw invalidLink();
  // An account that somebody else wanted to delete stays, and its keys work again.
  const securing = publishOwnerChange(deps, notice.userId, (tx) => secureAccount(deps, tx, actor, notice));
  return securing.catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw new Failure('conflict', { message: notMeMessages.addressTaken });
  });
};
