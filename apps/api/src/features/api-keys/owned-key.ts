// Finds a key of its owner. Another's key, a deleted one and none at all are the same: not there.
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { type ApiKeyRow, apiKeys } from '../../db/schema.ts';
import { Failure } from '../../http/failure.ts';

const isActiveKeyOf = (userId: string, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt));

export const findKey = async (tx: Db, userId: string, id: string): Promise<ApiKeyRow> => {
  const [row] = await tx.select().from(apiKeys).where(isActiveKeyOf(userId, id));
  if (!row) throw new Failure('not_found');
  return row;
};

// Held until the transaction ends, so that a rename, a rotation and a deletion come one after the other.
export const lockKey = async (tx: Db, userId: string, id: string): Promise<ApiKeyRow> => {
  const [row] = await tx.select().from(apiKeys).where(isActiveKeyOf(userId, id)).for('update');
  if (!row) throw new Failure('not_found');
  return row;
};
