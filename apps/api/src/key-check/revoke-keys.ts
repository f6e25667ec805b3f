// Keys are revoked for good, with what was asked for them.
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import type { KeyCheckDeps } from './deps.ts';
import { apiKeys, rateLimitRequests } from './tables.ts';

// One parameter for all ids, however many.
const isAmong = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`;

export const revokeKeys = async (deps: Pick<KeyCheckDeps, 'now'>, tx: Db, ownerId: string, ids: string[]) => {
  const now = deps.now();
  await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.userId, ownerId), sql`${apiKeys.id} = ${isAmong(ids)}`));
  // Nobody needs to review a limit for a key that is gone.
  await tx
    .update(rateLimitRequests)
    .set({ status: 'DENIED', note: 'The key was deleted.', decidedAt: now })
    .where(and(sql`${rateLimitRequests.keyId} = ${isAmong(ids)}`, eq(rateLimitRequests.status, 'PENDING')));
};
