// Removes an account with all that belongs to it, also from the job queue. What refers to the account goes by cascade. What stays names
// nobody: the sandbox ledger's entries and the operator log have the account's id.
import { and, eq, isNull, notExists, type SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { faucetClaims } from '../features/faucet/tables.ts';
import type { Deps } from '../http/deps.ts';
import { securityNotices } from '../identity/mailed/tables.ts';
import { logEvent } from '../identity/security-events.ts';
import { identities, oneTimeTokens, type UserRow, users } from '../identity/tables.ts';

// A transfer that is under way must not lose what was signed for it.
export const hasNoOpenClaim = ({ db }: Deps) =>
  notExists(
    db
      .select({ id: faucetClaims.id })
      .from(faucetClaims)
      .where(and(eq(faucetClaims.userId, users.id), isNull(faucetClaims.settledAt))),
  );

// Mails went, or wait to go, to each of these.
const addressesOf = async (tx: Db, id: string) => {
  const held = [identities, oneTimeTokens, securityNotices].map((table) =>
    tx.select({ email: table.email }).from(table).where(eq(table.userId, id)),
  );
  const rows = [];
  for (const query of held) rows.push(...(await query));
  return rows.map(({ email }) => email);
};

// The account is gone if it still fits the condition.
export const eraseAccount = async (
  deps: Deps,
  tx: Db,
  id: string,
  condition?: SQL,
): Promise<{ erased: UserRow; jobs: number } | null> => {
  const addresses = await addressesOf(tx, id);
  const [erased] = await tx
    .delete(users)
    .where(and(eq(users.id, id), hasNoOpenClaim(deps), condition))
    .returning();
  if (!erased) return null;
  const jobs = await deps.jobs.forget(tx, [...new Set([id, erased.email, ...addresses])]);
  logEvent(deps, tx, 'account_deleted', id);
  return { erased, jobs };
};
