// An account that is to be deleted lets nobody in: its owner keeps it by a mailed link, or it is gone after a week. Its keys stop,
// too.
import { leavingMessages } from '@ballast/contract/auth/leaving';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { Failure } from '../runtime/failure.ts';
import type { Owner, Visitor } from './actor.ts';
import type { IdentityDeps, MailingDeps } from './deps.ts';
import { oneTimeTokens } from './mailed/tables.ts';
import { accountMails } from './mails.ts';
import { mailOwner, mailSecurityNotice } from './security-mail.ts';
import { type UserRow, users } from './tables.ts';
import { keepMails } from './throttling/limits.ts';
import { mayTell } from './throttling/throttles.ts';

type Leaving = UserRow & { deletesAt: Date };

export const isLeaving = (owner: Owner): owner is Leaving => owner.deletesAt !== null;

// The caller has proven that the account is theirs.
export const refuseLeaving = (owner: Owner) => {
  if (!isLeaving(owner)) return;
  const message = leavingMessages.leaving(owner.deletesAt);
  throw new Failure('account_leaving', { message, fields: { email: message }, accountId: owner.id });
};

const makeKeepLink = async (deps: Pick<IdentityDeps, 'now'>, tx: Db, { id, email, deletesAt }: Leaving) => {
  const [row] = await tx
    .insert(oneTimeTokens)
    .values({ userId: id, purpose: 'keep-account', email, createdAt: deps.now(), expiresAt: deletesAt })
    .returning({ id: oneTimeTokens.id });
  if (!row) throw new Error('insert returned no token');
  return { tokenId: row.id, deletesAt: deletesAt.toISOString() };
};

export const mailLeaving = async (deps: MailingDeps, tx: Db, actor: Visitor, owner: Leaving) => {
  const link = await makeKeepLink(deps, tx, owner);
  await mailSecurityNotice(deps, tx, actor, owner, accountMails.accountLeaving, link);
};

export const mailKeepLink = async (deps: MailingDeps, tx: Db, owner: Leaving) => {
  await mailOwner(deps, tx, owner, accountMails.accountLeaving, await makeKeepLink(deps, tx, owner));
};

// A refused sign-in mails the link again, a few times a day.
const mailAgain = async (deps: Pick<IdentityDeps, 'db' | 'jobs' | 'now' | 'throttles'>, ownerId: string) => {
  if (!(await mayTell(deps.throttles.of(keepMails), ownerId))) return;
  await deps.db.transaction(async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.id, ownerId));
    if (owner && isLeaving(owner)) await mailKeepLink(deps, tx, owner);
  });
};

// serve.ts wraps every call with this, for each way to sign in.
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
