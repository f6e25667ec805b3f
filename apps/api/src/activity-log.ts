// Every action leaves one entry, in the transaction that does it.
import type { ActivityType } from '@ballast/contract/activities';
import type { Environment } from '@ballast/contract/api-keys';
import type { Db } from './db/open.ts';
import { activities } from './db/schema.ts';
import type { Client } from './deps.ts';

type Entry = {
  userId: string;
  type: ActivityType;
  description?: string;
  environment?: Environment;
  client: Client;
  at: Date;
};

export const fromAddress = ({ address }: Client) => `from ${address}`;

export const recordActivity = async (tx: Db, entry: Entry) => {
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
