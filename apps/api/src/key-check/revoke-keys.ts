// Ends keys and replaced values for good, but for a sandbox key that its owner has just deleted.
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import type { KeyCheckDeps } from './deps.ts';
import { type ApiKeyRow, apiKeys, rateLimitRequests, replacedKeys } from './tables.ts';
import { replacedKeyAddresses, replacedKeyUsage } from './usage/tables.ts';

// One parameter for all ids, however many.
const isAmong = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`;

const deletedNote = 'The key was deleted.';

// Until `undoUntil` a sandbox key can be revived. Without it nobody can.
export const revokeKeys = async (
  deps: Pick<KeyCheckDeps, 'now'>,
  tx: Db,
  ownerId: string,
  ids: string[],
  undoUntil: Date | null = null,
) => {
  const now = deps.now();
  await tx
    .update(apiKeys)
    .set({
      revokedAt: now,
      undoUntil: sql`case when ${apiKeys.environment} = 'SANDBOX' then ${undoUntil?.toISOString() ?? null}::timestamptz end`,
    })
    .where(and(eq(apiKeys.userId, ownerId), sql`${apiKeys.id} = ${isAmong(ids)}`));
  await tx
    .update(rateLimitRequests)
    .set({ status: 'DENIED', note: deletedNote, decidedAt: now })
    .where(and(sql`${rateLimitRequests.keyId} = ${isAmong(ids)}`, eq(rateLimitRequests.status, 'PENDING')));
};

// The keys are as they were, and so are the requests for a higher limit that ended with them.
export const reviveKeys = async (tx: Db, ownerId: string, ids: string[]): Promise<ApiKeyRow[]> => {
  await tx
    .update(rateLimitRequests)
    .set({ status: 'PENDING', note: null, decidedAt: null })
    .from(apiKeys)
    .where(
      and(
        eq(rateLimitRequests.keyId, apiKeys.id),
        sql`${apiKeys.id} = ${isAmong(ids)}`,
        eq(apiKeys.userId, ownerId),
        eq(rateLimitRequests.decidedAt, apiKeys.revokedAt),
        eq(rateLimitRequests.note, deletedNote),
      ),
    );
  return tx
    .update(apiKeys)
    .set({ revokedAt: null, undoUntil: null })
    .where(and(eq(apiKeys.userId, ownerId), sql`${apiKeys.id} = ${isAmong(ids)}`))
    .returning();
};

// A replaced value is refused as soon as its grace period is over. This deletes the counts that the grace period needed.
export const sweepReplacedKeys = async ({ db, now }: Pick<KeyCheckDeps, 'db' | 'now'>) => {
  await db.update(replacedKeys).set({ endsAt: null, pepperId: null }).where(lte(replacedKeys.endsAt, now()));
  for (const counts of [replacedKeyUsage, replacedKeyAddresses])
    await db.delete(counts).where(
      sql`not exists (
        select from ${replacedKeys}
        where ${replacedKeys.secretHash} = ${counts.secretHash} and ${replacedKeys.endsAt} is not null)`,
    );
};
