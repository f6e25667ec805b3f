// Every action leaves one entry, in the transaction that does it.
import type { ActivityType } from '@ballast/contract/activities';
import type { Environment } from '@ballast/contract/api-keys';
import type { Client, Visitor } from './actor.ts';
import type { Db } from './db/open.ts';
import { activities } from './db/schema.ts';
import type { Deps } from './deps.ts';

type Entry = {
  ownerId: string;
  type: ActivityType;
  // Says where the call came from, unless it is given.
  description?: string;
  environment?: Environment;
};

export const fromAddress = ({ address }: Client) => `from ${address}`;

export const recordActivity = async (deps: Deps, tx: Db, { client }: Visitor, entry: Entry) => {
  const { ownerId, type, description = fromAddress(client), environment = null } = entry;
  await tx.insert(activities).values({
    userId: ownerId,
    type,
    description,
    environment,
    address: client.address,
    createdAt: deps.now(),
  });
};

type OldEntry = Omit<Entry, 'ownerId'> & { userId: string; client: Client; at: Date };

export const recordEntry = async (tx: Db, entry: OldEntry) => {
  const { userId, type, description, environment, client, at } = entry;
  await tx.insert(activities).values({
    userId,
    type,
    description: description ?? fromAddress(client),
    environment: environment ?? null,
    address: client.address,
    createdAt: at,
  });
};
