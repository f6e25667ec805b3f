// The keys of an owner. Another owner's key and a deleted one are answered like one that never existed.
import type { KeyActivityType } from '@ballast/contract/activities';
import { type Environment, keyMessages } from '@ballast/contract/keys/api-keys';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { isUniqueViolation } from '../../db/error-codes.ts';
import type { Deps } from '../../http/deps.ts';
import { type ApiKeyRow, apiKeys } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';

export const isExpired = ({ expiresAt }: ApiKeyRow, now: Date) => expiresAt !== null && expiresAt <= now;

export const isActiveIn = (ownerId: string, environment: Environment) =>
  and(eq(apiKeys.userId, ownerId), eq(apiKeys.environment, environment), isNull(apiKeys.revokedAt));

export const isAmong = (ids: string[]) => sql`${apiKeys.id} = any(${sql.param(ids)}::uuid[])`;

const isActiveKey = (ownerId: string, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt));

export const findKey = async (tx: Db, ownerId: string, id: string): Promise<ApiKeyRow> => {
  const [row] = await tx.select().from(apiKeys).where(isActiveKey(ownerId, id));
  if (!row) throw new Failure('not_found');
  return row;
};

export const isProductionKey = async (tx: Db, ownerId: string, id: string) =>
  (await findKey(tx, ownerId, id)).environment === 'PRODUCTION';

export const environmentsOfKeys = async (tx: Db, ownerId: string, ids: string[]): Promise<Environment[]> => {
  const rows = await tx
    .selectDistinct({ environment: apiKeys.environment })
    .from(apiKeys)
    .where(and(isAmong(ids), eq(apiKeys.userId, ownerId)));
  return rows.map(({ environment }) => environment);
};

// In the order of their ids, so that two transactions that lock the same keys do not deadlock.
export const lockKeys = (tx: Db, ownerId: string, ids: string[]): Promise<ApiKeyRow[]> =>
  tx
    .select()
    .from(apiKeys)
    .where(and(isAmong(ids), eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt)))
    .orderBy(asc(apiKeys.id))
    .for('update');

// Locked until the transaction ends, so that changes of a key come one after the other.
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

// Says whether an expired key has the name, because nobody expects that of it.
export const refuseTakenName = async (
  deps: Pick<Deps, 'db' | 'now'>,
  error: unknown,
  key: Pick<ApiKeyRow, 'userId' | 'environment' | 'name'>,
): Promise<never> => {
  if (!isUniqueViolation(error)) throw error;
  const hasName = and(
    isActiveIn(key.userId, key.environment),
    sql`lower(${apiKeys.name}) = lower(${key.name})`,
  );
  const [holder] = await deps.db.select().from(apiKeys).where(hasName);
  const expired = holder !== undefined && isExpired(holder, deps.now());
  const message = expired ? keyMessages.nameOfExpired(key.name) : keyMessages.nameTaken(key.name);
  throw new Failure('conflict', { message, fields: { name: message } });
};

export const keyActivity = (
  { id, userId, name, environment }: ApiKeyRow,
  type: KeyActivityType,
  description = name,
) => ({ ownerId: userId, type, keyId: id, description, environment });
