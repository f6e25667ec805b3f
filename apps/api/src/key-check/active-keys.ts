// Which keys an account has, for a mail to an owner who has just taken it back from somebody else.
import { and, desc, eq, gte, isNull } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { apiKeys } from './tables.ts';

// A mail names only so many.
const mostNamed = 10;

export type NamedKeys = { named: string[]; more: boolean };

export const listActiveKeys = async (tx: Db, ownerId: string, since?: Date): Promise<NamedKeys> => {
  const rows = await tx
    .select({ name: apiKeys.name, environment: apiKeys.environment })
    .from(apiKeys)
    .where(
      and(eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt), since && gte(apiKeys.createdAt, since)),
    )
    .orderBy(desc(apiKeys.createdAt))
    .limit(mostNamed + 1);
  const named = rows
    .slice(0, mostNamed)
    .map(({ name, environment }) => `${name} (${environment.toLowerCase()})`);
  return { named, more: rows.length > mostNamed };
};
