// Every action leaves one entry, in the transaction that does it.
import type { AccountActivityType, ActivityType, KeyActivityType } from '@ballast/contract/activities';
import type { Environment } from '@ballast/contract/keys/api-keys';
import { type SQL, sql } from 'drizzle-orm';
import { logAfterCommit } from '../db/after-commit.ts';
import type { Db } from '../db/connections/open.ts';
import { requestContext } from '../runtime/observability/request-context.ts';
import type { Visitor } from './actor.ts';
import type { IdentityDeps } from './deps.ts';
import { activities } from './tables.ts';

// One line of the log: the event, the ids of account and key, the request's id and, where that is allowed, its address.
export const logEvent = (
  { log }: Pick<IdentityDeps, 'log'>,
  tx: Db,
  event: ActivityType,
  account: string,
  key?: string,
) => {
  const line = { event, account, ...(key ? { key } : {}), ...requestContext.getStore() };
  logAfterCommit({ log }, tx, line);
};

type Subject = { type: KeyActivityType; keyId: string } | { type: AccountActivityType; keyId?: undefined };

type Entry = Subject & {
  ownerId: string;
  // The default says where the call came from.
  description?: string;
  environment?: Environment;
};

export const recordActivities = async (
  deps: Pick<IdentityDeps, 'log' | 'now'>,
  tx: Db,
  { client }: Visitor,
  entries: Entry[],
) => {
  const createdAt = deps.now();
  const rows = entries.map(
    ({ ownerId, type, keyId, description = `from ${client.address}`, environment = null }) => ({
      userId: ownerId,
      type,
      description,
      environment,
      address: client.address,
      keyId,
      createdAt,
    }),
  );
  await tx.insert(activities).values(rows);
  for (const { ownerId, type, keyId } of entries) logEvent(deps, tx, type, ownerId, keyId);
};

export const recordActivity = (
  deps: Pick<IdentityDeps, 'log' | 'now'>,
  tx: Db,
  visitor: Visitor,
  entry: Entry,
) => recordActivities(deps, tx, visitor, [entry]);

// The same entry as a part of a larger statement, for each owner whose id the relation selects.
export const insertActivities = (
  type: AccountActivityType,
  owners: SQL,
  { address, at, description = sql`'from ' || ${address}` }: { address: SQL; at: SQL; description?: SQL },
) =>
  sql`
    insert into activities (user_id, type, description, address, created_at)
    select id, ${type}::text, ${description}, ${address}, ${at} from ${owners}`;
