// Removes an account with all that belongs to it, also from the job queue. What refers to the account goes by cascade. What stays names
// nobody: the sandbox ledger's entries and the operator log have the account's id.
import { and, eq, getTableColumns, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { factsOf } from '../../db/owned.ts';
import { faucetClaims } from '../../features/faucet/tables.ts';
import type { Deps } from '../../http/deps.ts';
import { logEvent } from '../../identity/activity-log.ts';
import { type UserRow, users } from '../../identity/tables.ts';

// A transfer that is under way must not lose what was signed for it.
export const hasNoOpenClaim = ({ db }: Deps) =>
  notExists(
    db
      .select({ id: faucetClaims.id })
      .from(faucetClaims)
      .where(and(eq(faucetClaims.userId, users.id), isNull(faucetClaims.settledAt))),
  );

const addressesOf = async ({ tables }: Pick<Deps, 'tables'>, tx: Db, id: string) => {
  const found = new Set<string>();
  for (const table of tables) {
    const { addresses } = factsOf(table);
    const owner = getTableColumns(table).userId;
    if (!addresses || !owner) continue;
    const rows = await tx
      .select({ email: sql<string>`${addresses}` })
      .from(table)
      .where(eq(owner, id));
    for (const { email } of rows) found.add(email);
  }
  return found;
};

// The account is gone if it still fits the condition.
export const eraseAccount = async (
  deps: Deps,
  tx: Db,
  id: string,
  condition?: SQL,
): Promise<{ erased: UserRow; jobs: number } | null> => {
  const addresses = await addressesOf(deps, tx, id);
  const [erased] = await tx
    .delete(users)
    .where(and(eq(users.id, id), hasNoOpenClaim(deps), condition))
    .returning();
  if (!erased) return null;
  const jobs = await deps.jobs.forget(tx, [...new Set([id, erased.email, ...addresses])]);
  logEvent(deps, tx, 'account_deleted', id);
  return { erased, jobs };
};
