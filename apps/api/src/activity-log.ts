// Every action leaves one entry, in the transaction that does it.
import type { ActivityType } from '@ballast/contract/activities';
import type { Db } from './db/open.ts';
import { activities } from './db/schema.ts';
import type { Client } from './deps.ts';

type Entry = { userId: string; type: ActivityType; description?: string; client: Client; at: Date };

export const recordActivity = async (tx: Db, { userId, type, description, client, at }: Entry) => {
  await tx.insert(activities).values({
    userId,
    type,
    description: description ?? `from ${client.address}`,
    address: client.address,
    createdAt: at,
  });
};
