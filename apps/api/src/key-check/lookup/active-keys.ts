// The keys of an account as a mail to its owner names them.
import type { Environment } from '@ballast/contract/keys/api-keys';
import { and, asc, desc, eq, gte, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { NamedKeys } from '../../email/named-keys.ts';
import { activities } from '../../identity/tables.ts';
import { apiKeys } from '../tables.ts';

const mostNamed = 10;

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

const changes = ['key_created', 'key_rotated', 'key_updated', 'key_restricted'] as const;

// The keys that still pass and were made or changed since then.
export const listChangedKeys = async (tx: Db, ownerId: string, since: Date): Promise<NamedKeys> => {
  const isChange = and(
    eq(activities.userId, ownerId),
    gte(activities.createdAt, since),
    inArray(activities.type, changes),
  );
  const changed = tx.select({ id: activities.keyId }).from(activities).where(isChange);
  const rows = await tx
    .select({ name: apiKeys.name, environment: apiKeys.environment })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt), inArray(apiKeys.id, changed)))
    .orderBy(desc(apiKeys.createdAt), asc(apiKeys.name))
    .limit(mostNamed + 1);
  return nameKeys(rows);
};
