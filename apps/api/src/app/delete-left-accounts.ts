// Deletes the accounts whose owners left a week ago. All that refers to an account goes with it. What stays names nobody: the
// sandbox ledger's entries under the account's id, and lines of the log.
import { and, eq, isNull, lte, notExists } from 'drizzle-orm';
import { sendEmailQueue } from '../email/email.ts';
import { faucetClaims } from '../features/faucet/tables.ts';
import { logEvent } from '../identity/security-events.ts';
import { users } from '../identity/tables.ts';
import { displayName } from '../identity/users.ts';
import type { Deps } from '../runtime/deps.ts';

export const deleteLeftAccounts = async (deps: Deps) => {
  // A transfer that is under way must not lose what was signed for it.
  const openClaims = deps.db
    .select({ id: faucetClaims.id })
    .from(faucetClaims)
    .where(and(eq(faucetClaims.userId, users.id), isNull(faucetClaims.settledAt)));
  const isDue = and(lte(users.deletesAt, deps.now()), notExists(openClaims));
  const due = await deps.db.select({ id: users.id }).from(users).where(isDue);
  for (const { id } of due) {
    await deps.db.transaction(async (tx) => {
      const [left] = await tx
        .delete(users)
        .where(and(eq(users.id, id), isDue))
        .returning();
      if (!left) return;
      await deps.jobs.enqueue(tx, sendEmailQueue, {
        template: 'security-news',
        news: 'account-deleted',
        to: left.email,
        fullName: displayName(left),
      });
      logEvent(deps, 'account_deleted', id);
    });
  }
};
