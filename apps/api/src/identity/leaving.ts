// An account that is to be deleted lets nobody in: its owner keeps it by a mailed link, or it is gone after a week. Its keys
// stop as well (key-check/lookup/read-key.ts).

import { leavingMessages } from '@ballast/contract/auth/leaving';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { Failure } from '../runtime/failure.ts';
import type { Visitor } from './actor.ts';
import type { IdentityDeps } from './deps.ts';
import { oneTimeTokens } from './mailed/tables.ts';
import { accountMails } from './mails.ts';
import type { Owner } from './owner.ts';
import { mailOwner, mailSecurityNotice } from './security-mail.ts';
import { type UserRow, users } from './tables.ts';
import { keepMails } from './throttling/limits.ts';
import { mayTell } from './throttling/throttles.ts';

type Leaving = UserRow & { deletesAt: Date };

export const isLeaving = (owner: Owner): owner is Leaving => owner.deletesAt !== null;

// Only a caller who has proven that the account is theirs sees this.
export const refuseLeaving = (owner: Owner) => {
  if (!isLeaving(owner)) return;
  const message = leavingMessages.leaving(owner.deletesAt);
  throw new Failure('account_leaving', { message, fields: { email: message }, accountId: owner.id });
};

// The link is good as long as there is an account to keep.
const makeKeepLink = async (deps: Pick<IdentityDeps, 'now'>, tx: Db, { id, email, deletesAt }: Leaving) => {
  const [row] = await tx
    .insert(oneTimeTokens)
    .values({ userId: id, purpose: 'keep-account', email, createdAt: deps.now(), expiresAt: deletesAt })
    .returning({ id: oneTimeTokens.id });
  if (!row) throw new Error('insert returned no token');
  return { tokenId: row.id, deletesAt: deletesAt.toISOString() };
};

export const mailLeaving = async (
  deps: Pick<IdentityDeps, 'jobs' | 'now'>,
  tx: Db,
  actor: Visitor,
  owner: Leaving,
) => {
  const link = await makeKeepLink(deps, tx, owner);
  await mailSecurityNotice(deps, tx, actor, owner, accountMails.accountLeaving, link);
};

// Somebody lost the mail, and gets the link again.
export const mailKeepLink = async (deps: Pick<IdentityDeps, 'jobs' | 'now'>, tx: Db, owner: Leaving) => {
  await mailOwner(deps, tx, owner, accountMails.accountLeaving, await makeKeepLink(deps, tx, owner));
};

// Somebody who wants to sign in gets it a few times a day.
const mailAgain = async (deps: Pick<IdentityDeps, 'db' | 'jobs' | 'now' | 'throttles'>, ownerId: string) => {
  if (!(await mayTell(deps.throttles.of(keepMails), ownerId))) return;
  await deps.db.transaction(async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.id, ownerId));
    if (owner && isLeaving(owner)) await mailKeepLink(deps, tx, owner);
  });
};

// serve.ts asks this of every call, so that it holds for each way to sign in.
export const offerToKeep = async <T>(
  deps: Pick<IdentityDeps, 'db' | 'jobs' | 'now' | 'throttles'>,
  signIn: () => Promise<T> | T,
): Promise<T> => {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof Failure && error.code === 'account_leaving' && error.accountId)
      await mailAgain(deps, error.accountId);
    throw error;
  }
};
