// This finds the keys of an owner. A key of somebody else and a deleted one are answered like one that never existed.

import type { Environment } from '@ballast/contract/keys/api-keys';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { type ApiKeyRow, apiKeys } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';

export const isActiveIn = (ownerId: string, environment: Environment) =>
  and(eq(apiKeys.userId, ownerId), eq(apiKeys.environment, environment), isNull(apiKeys.revokedAt));

const isActiveKey = (ownerId: string, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt));

export const findKey = async (tx: Db, ownerId: string, id: string): Promise<ApiKeyRow> => {
  const [row] = await tx.select().from(apiKeys).where(isActiveKey(ownerId, id));
  if (!row) throw new Failure('not_found');
  return row;
};

export const isProductionKey = async (tx: Db, ownerId: string, id: string) =>
  (await findKey(tx, ownerId, id)).environment === 'PRODUCTION';

// Those of its owner's keys that are there.
export const environmentsOfKeys = async (tx: Db, ownerId: string, ids: string[]): Promise<Environment[]> => {
  const rows = await tx
    .selectDistinct({ environment: apiKeys.environment })
    .from(apiKeys)
    .where(and(sql`${apiKeys.id} = any(${sql.param(ids)}::uuid[])`, eq(apiKeys.userId, ownerId)));
  return rows.map(({ environment }) => environment);
};

// In the order of their ids, so that two who lock the same keys do not wait for each other.
export const lockKeys = (tx: Db, ownerId: string, ids: string[]): Promise<ApiKeyRow[]> =>
  tx
    .select()
    .from(apiKeys)
    .where(
      and(
        sql`${apiKeys.id} = any(${sql.param(ids)}::uuid[])`,
        eq(apiKeys.userId, ownerId),
        isNull(apiKeys.revokedAt),
      ),
    )
    .orderBy(asc(apiKeys.id))
    .for('update');

// The row is locked until the transaction ends, so that a rename, a rotation and a deletion come one after the other.
export const lockKey = async (tx: Db, ownerId: string, id: string): Promise<ApiKeyRow> => {
  const [row] = await tx.select().from(apiKeys).where(isActiveKey(ownerId, id)).for('update');
  if (!row) throw new Failure('not_found');
  return row;
};

export const writeKey = async (tx: Db, row: ApiKeyRow, values: Partial<ApiKeyRow>): Promise<ApiKeyRow> => {
  const [updated] = await tx
    .update(apiKeys)
    .set(values)
    .where(and(eq(apiKeys.id, row.id), eq(apiKeys.userId, row.userId)))
    .returning();
  return updated ?? row;
};
