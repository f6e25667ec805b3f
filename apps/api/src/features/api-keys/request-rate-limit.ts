import { keyLimits, keyMessages, type RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { onUniqueViolation } from '../../db/error-codes.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { apiKeys, rateLimitRequests } from '../../key-check/tables.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { findKey, keyActivity, lockKey } from './owned-key.ts';
import { toRateLimitRequest } from './to-api-key.ts';

type NewRequest = { keyId: string; requestedLimit: number; reason: string };

export const requestRateLimit = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { keyId, requestedLimit, reason }: NewRequest,
  once: Once,
) => {
  const insert = async (tx: Db) => {
    await holdActor(tx, actor);
    const key = await lockKey(tx, ownerId, keyId);
    const { rateLimit: currentLimit } = key;
    if (requestedLimit <= currentLimit)
      throw invalidField('requestedLimit', keyMessages.limitNotHigher(currentLimit));
    const [row] = await tx
      .insert(rateLimitRequests)
      .values({ keyId, userId: ownerId, currentLimit, requestedLimit, reason, createdAt: deps.now() })
      .returning();
    if (!row) throw new Error('insert returned no request');
    const description = `${key.name}: ${currentLimit} to ${requestedLimit} req/sec`;
    await recordActivity(deps, tx, actor, keyActivity(key, 'rate_limit_requested', description));
    return { message: keyMessages.requestSent, request: toRateLimitRequest(row, key) };
  };
  return deps.db
    .transaction((tx) => once(tx, () => insert(tx)))
    .catch(onUniqueViolation(() => new Failure('conflict', { message: keyMessages.requestOpen })));
};

const requestsWhere = async (deps: Deps, condition: SQL | undefined): Promise<RateLimitRequest[]> => {
  const rows = await deps.db
    .select({ request: rateLimitRequests, key: { name: apiKeys.name, environment: apiKeys.environment } })
    .from(rateLimitRequests)
    .innerJoin(apiKeys, eq(apiKeys.id, rateLimitRequests.keyId))
    .where(condition)
    .orderBy(desc(rateLimitRequests.createdAt), desc(rateLimitRequests.id))
    .limit(keyLimits.requests);
  return rows.map(({ request, key }) => toRateLimitRequest(request, key));
};

export const listRequests = (deps: Deps, ownerId: string) =>
  requestsWhere(deps, eq(rateLimitRequests.userId, ownerId));

export const listKeyRequests = async (deps: Deps, ownerId: string, keyId: string) => {
  await findKey(deps.db, ownerId, keyId);
  return requestsWhere(deps, and(eq(rateLimitRequests.userId, ownerId), eq(rateLimitRequests.keyId, keyId)));
};
