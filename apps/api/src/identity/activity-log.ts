// Every action leaves one entry, in the transaction that does it.

import type { ActivityType } from '@ballast/contract/activities';
import type { Environment } from '@ballast/contract/api-keys';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import type { Deps } from '../runtime/deps.ts';
import type { Visitor } from './actor.ts';
import { logEvent } from './security-events.ts';
import { activities } from './tables.ts';

type Entry = {
  ownerId: string;
  type: ActivityType;
  // The default says where the call came from.
  description?: string;
  environment?: Environment;
};

export const recordActivity = async (deps: Deps, tx: Db, { client }: Visitor, entry: Entry) => {
  const { ownerId, type, description = `from ${client.address}`, environment = null } = entry;
  await tx.insert(activities).values({
    userId: ownerId,
    type,
    description,
    environment,
    address: client.address,
    createdAt: deps.now(),
  });
  logEvent(deps, type, ownerId);
};

// The same entry as a part of a larger statement, for each owner whose id is selected from the given relation.
export const insertActivities = (
  type: ActivityType,
  owners: SQL,
  { address, at, description = sql`'from ' || ${address}` }: { address: SQL; at: SQL; description?: SQL },
) =>
  sql`
    insert into activities (user_id, type, description, address, created_at)
    select id, ${type}::text, ${description}, ${address}, ${at} from ${owners}`;
