// Deletes the accounts whose owners left a week ago. A suspended one waits for an operator: a suspended developer must not come back
// with the same address.
import { and, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { accountMails } from '../../identity/mails.ts';
import { mailOwner } from '../../identity/security-mail.ts';
import { users } from '../../identity/tables.ts';
import { eraseAccount, hasNoOpenClaim } from './erase-account.ts';

export const deleteLeftAccounts = async (deps: Deps) => {
  // An address that nobody verified has no owner who could leave. Such an account goes with identity/delete-unverified.ts.
  const hasLeft = and(
    lte(users.deletesAt, deps.now()),
    isNotNull(users.emailVerifiedAt),
    isNull(users.suspendedAt),
  );
  const due = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(hasLeft, hasNoOpenClaim(deps)));
  for (const { id } of due) {
    await deps.db.transaction(async (tx) => {
      const done = await eraseAccount(deps, tx, id, hasLeft);
      if (!done) return;
      await mailOwner(deps, tx, done.erased, accountMails.accountDeleted, {});
    });
  }
};
