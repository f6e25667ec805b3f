import { keyMessages, type RateLimitRequest } from '@ballast/contract/api-keys';
import { and, desc, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { apiKeys, rateLimitRequests } from '../../db/schema.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import { findKey, lockKey } from './owned-key.ts';
import { showRequest } from './show-key.ts';

type Wanted = { requestedLimit: number; reason: string };

export const requestRateLimitFor = async (
  deps: Deps,
  userId: string,
  id: string,
  { requestedLimit, reason }: Wanted,
  client: Client,
) => {
  const asking = deps.db.transaction(async (tx) => {
    const now = deps.now();
    const key = await lockKey(tx, userId, id);
    if (requestedLimit <= key.rateLimit) {
      const message = keyMessages.limitNotHigher(key.rateLimit);
      throw new Failure('validation_failed', { message, fields: { requestedLimit: message } });
    }
    const [row] = await tx
      .insert(rateLimitRequests)
      .values({ keyId: id, userId, currentLimit: key.rateLimit, requestedLimit, reason, createdAt: now })
      .returning();
    if (!row) throw new Error('insert returned no request');
    const description = `${key.name}: ${key.rateLimit} to ${requestedLimit} req/sec`;
    const { environment } = key;
    await recordEntry(tx, {
      userId,
      type: 'rate_limit_requested',
      description,
      environment,
      client,
      at: now,
    });
    return { message: keyMessages.requestSent, request: showRequest(row, key) };
  });
  return asking.catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw new Failure('conflict', { message: keyMessages.requestOpen });
  });
};

const requestsWhere = async (deps: Deps, condition: ReturnType<typeof and>): Promise<RateLimitRequest[]> => {
  const rows = await deps.db
    .select({ request: rateLimitRequests, key: { name: apiKeys.name, environment: apiKeys.environment } })
    .from(rateLimitRequests)
    .innerJoin(apiKeys, eq(apiKeys.id, rateLimitRequests.keyId))
    .where(condition)
    .orderBy(desc(rateLimitRequests.createdAt))
    .limit(100);
  return rows.map(({ request, key }) => showRequest(request, key));
};

export const listRequestsOf = (deps: Deps, userId: string) =>
  requestsWhere(deps, and(eq(rateLimitRequests.userId, userId)));

export const listKeyRequestsOf = async (deps: Deps, userId: string, id: string) => {
  await findKey(deps.db, userId, id);
  return requestsWhere(deps, and(eq(rateLimitRequests.userId, userId), eq(rateLimitRequests.keyId, id)));
};
