// Whoever empties the whole log, its end included, leaves nothing in it that could be wrong. But other tables tell what operators did,
// and since when there are accounts.
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { users } from '../../../identity/tables.ts';
import { rateLimitRequests } from '../../../key-check/tables.ts';

// A decision is written a moment before its entry.
const slackMs = 3_600_000;

const compare = 'Compare the log with a line operator_entry of the portal’s own log: --known POSITION:HASH.';

const readOldest = async (tx: Db) => {
  const { rows } = await tx.execute<{ acted: Date | string | null; account: Date | string | null }>(sql`
    select least((select min(${rateLimitRequests.decidedAt}) from ${rateLimitRequests}),
                 (select min(${users.suspendedAt}) from ${users})) as acted,
           (select min(${users.createdAt}) from ${users}) as account`);
  const toTime = (at: Date | string | null | undefined) => (at ? new Date(at) : null);
  return { acted: toTime(rows[0]?.acted), account: toTime(rows[0]?.account) };
};

export const warningsOf = async (tx: Db, firstEntry: Date | null): Promise<string[]> => {
  const { acted, account } = await readOldest(tx);
  if (acted && (!firstEntry || acted.getTime() < firstEntry.getTime() - slackMs)) {
    const log = firstEntry ? `begins at ${firstEntry.toISOString()}` : 'is empty';
    return [`An operator acted at ${acted.toISOString()}, but the log ${log}. ${compare}`];
  }
  if (firstEntry || !account) return [];
  return [`The log is empty, but there are accounts since ${account.toISOString()}. ${compare}`];
};
