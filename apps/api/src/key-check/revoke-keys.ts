// Ends keys and replaced values for good.
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import type { KeyCheckDeps } from './deps.ts';
import { apiKeys, rateLimitRequests, replacedKeys } from './tables.ts';
import { replacedKeyAddresses, replacedKeyUsage } from './usage/tables.ts';

// One parameter for all ids, however many.
const isAmong = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`;

export const revokeKeys = async (deps: Pick<KeyCheckDeps, 'now'>, tx: Db, ownerId: string, ids: string[]) => {
  const now = deps.now();
  await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.userId, ownerId), sql`${apiKeys.id} = ${isAmong(ids)}`));
  await tx
    .update(rateLimitRequests)
    .set({ status: 'DENIED', note: 'The key was deleted.', decidedAt: now })
    .where(and(sql`${rateLimitRequests.keyId} = ${isAmong(ids)}`, eq(rateLimitRequests.status, 'PENDING')));
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
