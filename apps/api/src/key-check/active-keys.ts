// Keys as a mail to their owner names them, and which an account has, for an owner who has just taken it back from somebody else.
import type { Environment } from '@ballast/contract/api-keys';
import { and, desc, eq, gte, isNull } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { apiKeys } from './tables.ts';

// A mail names only so many.
const mostNamed = 10;

export type NamedKeys = { named: string[]; more: boolean };

type KeyName = { name: string; environment: Environment };

export const nameKeys = (rows: KeyName[]): NamedKeys => ({
  named: rows.slice(0, mostNamed).map(({ name, environment }) => `${name} (${environment.toLowerCase()})`),
  more: rows.length > mostNamed,
});

export const listActiveKeys = async (tx: Db, ownerId: string, since?: Date): Promise<NamedKeys> => {
  const rows = await tx
    .select({ name: apiKeys.name, environment: apiKeys.environment })
    .from(apiKeys)
    .where(
      and(eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt), since && gte(apiKeys.createdAt, since)),
    )
    .orderBy(desc(apiKeys.createdAt))
    .limit(mostNamed + 1);
  return nameKeys(rows);
};
