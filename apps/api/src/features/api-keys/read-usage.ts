// Counts how much keys were used, in equal steps of time. Counts reach the database some seconds after the requests.

import type { Environment } from '@ballast/contract/api-keys';
import {
  type EnvironmentUsage,
  type KeyUsage,
  type UsageBucket,
  type UsageCounts,
  type UsageWindow,
  usageWindows,
} from '@ballast/contract/key-usage';
import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { apiKeys, keyUsageMinutes } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findKey } from './owned-key.ts';

const nothing: UsageCounts = { allowed: 0, limited: 0, refused: 0 };

const add = (a: UsageCounts, b: UsageCounts): UsageCounts => ({
  allowed: a.allowed + b.allowed,
  limited: a.limited + b.limited,
  refused: a.refused + b.refused,
});

type BucketCounts = UsageCounts & { keyId: string; bucket: number };

const sumOf = (column: AnyPgColumn) => sql<number>`sum(${column})::float8`;

// A window ends with the current hour or day, in UTC, and begins so many full ones before.
const startOf = (now: Date, window: UsageWindow) => {
  const { bucketSeconds, buckets } = usageWindows[window];
  const bucketMs = bucketSeconds * 1000;
  return new Date((Math.floor(now.getTime() / bucketMs) - buckets + 1) * bucketMs);
};

const countUsage = (
  deps: Deps,
  ownerId: string,
  which: SQL | undefined,
  start: Date,
  bucketSeconds: number,
): Promise<BucketCounts[]> => {
  const bucket = sql<number>`floor(extract(epoch from ${keyUsageMinutes.minute} - ${start.toISOString()}::timestamptz) / ${sql.raw(String(bucketSeconds))})::int`;
  return deps.db
    .select({
      keyId: keyUsageMinutes.keyId,
      bucket,
      allowed: sumOf(keyUsageMinutes.allowed),
      limited: sumOf(keyUsageMinutes.limited),
      refused: sumOf(keyUsageMinutes.refused),
    })
    .from(keyUsageMinutes)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageMinutes.keyId))
    .where(and(eq(apiKeys.userId, ownerId), which, gte(keyUsageMinutes.minute, start)))
    .groupBy(sql`1`, sql`2`);
};

const inBuckets = (counted: BucketCounts[], start: Date, window: UsageWindow) => {
  const { bucketSeconds, buckets: length } = usageWindows[window];
  const sums = Array.from({ length }, () => nothing);
  for (const row of counted) sums[row.bucket] = add(sums[row.bucket] ?? nothing, row);
  const buckets: UsageBucket[] = sums.map((counts, index) => ({
    start: new Date(start.getTime() + index * bucketSeconds * 1000).toISOString(),
    ...counts,
  }));
  return { total: sums.reduce(add, nothing), buckets };
};

export const readKeyUsage = async (
  deps: Deps,
  ownerId: string,
  id: string,
  window: UsageWindow,
): Promise<KeyUsage> => {
  const key = await findKey(deps.db, ownerId, id);
  const { bucketSeconds } = usageWindows[window];
  const start = startOf(deps.now(), window);
  const counted = await countUsage(deps, ownerId, eq(apiKeys.id, id), start, bucketSeconds);
  const { lastUsedAt, lastUsedAddress, lastUsedUserAgent } = key;
  return {
    window,
    bucketSeconds,
    ...inBuckets(counted, start, window),
    lastUse: lastUsedAt
      ? { at: lastUsedAt.toISOString(), address: lastUsedAddress ?? '', userAgent: lastUsedUserAgent ?? '' }
      : null,
  };
};

export const readUsage = async (
  deps: Deps,
  ownerId: string,
  { environment, window }: { environment: Environment; window: UsageWindow },
): Promise<EnvironmentUsage> => {
  const { bucketSeconds } = usageWindows[window];
  const start = startOf(deps.now(), window);
  const inEnvironment = eq(apiKeys.environment, environment);
  const counted = await countUsage(deps, ownerId, inEnvironment, start, bucketSeconds);
  const active = await deps.db
    .select({ keyId: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), inEnvironment, isNull(apiKeys.revokedAt)));
  const ofKeys = Map.groupBy(counted, ({ keyId }) => keyId);
  return {
    window,
    bucketSeconds,
    ...inBuckets(counted, start, window),
    keys: active.map(({ keyId }) => ({ keyId, ...inBuckets(ofKeys.get(keyId) ?? [], start, window) })),
  };
};
