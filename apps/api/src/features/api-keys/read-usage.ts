// Counts how much keys were used, in equal steps of time. Counts reach the database some seconds after the requests.

import { type Environment, keyLimits } from '@ballast/contract/api-keys';
import {
  type EnvironmentUsage,
  type KeyUsage,
  type UsageBucket,
  type UsageCounts,
  type UsageWindow,
  usageWindows,
} from '@ballast/contract/key-usage';
import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { apiKeys, keyUsageMinutes } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { findKey, isActiveIn } from './owned-key.ts';

const nothing: UsageCounts = { allowed: 0, limited: 0, refused: 0 };

const add = (a: UsageCounts, b: UsageCounts): UsageCounts => ({
  allowed: a.allowed + b.allowed,
  limited: a.limited + b.limited,
  refused: a.refused + b.refused,
});

type BucketCounts = UsageCounts & { bucket: number };

const sumOf = (column: AnyPgColumn) => sql<number>`sum(${column})::float8`;

// A window ends with the current hour or day, in UTC, and begins so many full ones before.
const startOf = (now: Date, window: UsageWindow) => {
  const { bucketSeconds, buckets } = usageWindows[window];
  const bucketMs = bucketSeconds * 1000;
  return new Date((Math.floor(now.getTime() / bucketMs) - buckets + 1) * bucketMs);
};

const bucketOf = (start: Date, bucketSeconds: number) =>
  sql<number>`floor(extract(epoch from ${keyUsageMinutes.minute} - ${start.toISOString()}::timestamptz) / ${sql.raw(String(bucketSeconds))})::int`;

const summedCounts = {
  allowed: sumOf(keyUsageMinutes.allowed),
  limited: sumOf(keyUsageMinutes.limited),
  refused: sumOf(keyUsageMinutes.refused),
};

const isUsage = (ownerId: string, which: SQL | undefined, start: Date) =>
  and(eq(apiKeys.userId, ownerId), which, gte(keyUsageMinutes.minute, start));

const countUsage = (
  deps: Deps,
  ownerId: string,
  which: SQL | undefined,
  start: Date,
  bucketSeconds: number,
): Promise<(BucketCounts & { keyId: string })[]> =>
  deps.db
    .select({ keyId: keyUsageMinutes.keyId, bucket: bucketOf(start, bucketSeconds), ...summedCounts })
    .from(keyUsageMinutes)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageMinutes.keyId))
    .where(isUsage(ownerId, which, start))
    .groupBy(sql`1`, sql`2`);

// The database adds up all keys, so that the answer is as short as the window.
const sumUsage = (
  deps: Deps,
  ownerId: string,
  which: SQL | undefined,
  start: Date,
  bucketSeconds: number,
): Promise<BucketCounts[]> =>
  deps.db
    .select({ bucket: bucketOf(start, bucketSeconds), ...summedCounts })
    .from(keyUsageMinutes)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageMinutes.keyId))
    .where(isUsage(ownerId, which, start))
    .groupBy(sql`1`);

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

// The usage of single keys is told of those asked for, or of the newest, so that the answer does not grow with all keys.
const activeKeys = async (deps: Deps, ownerId: string, environment: Environment, ids: string[] | null) => {
  const rows = await deps.db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(isActiveIn(ownerId, environment), ids ? inArray(apiKeys.id, ids) : undefined))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(keyLimits.page);
  return rows.map(({ id }) => id);
};

type WantedUsage = { environment: Environment; window: UsageWindow; ids?: string | undefined };

export const readUsage = async (
  deps: Deps,
  ownerId: string,
  { environment, window, ids }: WantedUsage,
): Promise<EnvironmentUsage> => {
  const { bucketSeconds } = usageWindows[window];
  const start = startOf(deps.now(), window);
  const keyIds = await activeKeys(deps, ownerId, environment, ids?.split(',') ?? null);
  const counted = keyIds.length
    ? await countUsage(deps, ownerId, inArray(apiKeys.id, keyIds), start, bucketSeconds)
    : [];
  const ofKeys = Map.groupBy(counted, ({ keyId }) => keyId);
  const summed = ids
    ? counted
    : await sumUsage(deps, ownerId, eq(apiKeys.environment, environment), start, bucketSeconds);
  return {
    window,
    bucketSeconds,
    ...inBuckets(summed, start, window),
    keys: keyIds.map((keyId) => ({ keyId, ...inBuckets(ofKeys.get(keyId) ?? [], start, window) })),
  };
};
