// Usage in equal steps of time. Counts reach the database some seconds after the requests.
import { type Environment, keyLimits } from '@ballast/contract/keys/api-keys';
import { shownAddresses } from '@ballast/contract/keys/key-addresses';
import { type KeyRefusal, refusalsPerKey } from '@ballast/contract/keys/key-refusals';
import type {
  EnvironmentUsage,
  KeyUsageWindow,
  UsageBucket,
  UsageCounts,
  UsageWindow,
} from '@ballast/contract/keys/key-usage';
import { and, asc, desc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm';
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../http/deps.ts';
import { keyRequests } from '../../../key-check/requests/tables.ts';
import { apiKeys } from '../../../key-check/tables.ts';
import { keyUsageAddresses, keyUsageHours, keyUsageMinutes } from '../../../key-check/usage/tables.ts';
import { findKey, isActiveIn } from '../owned-key.ts';
import { bucketOf, isWithin, partOf, type Span, spanOf, startOfHour, startsOf } from './spans.ts';

export const listRefusals = async (deps: Deps, ownerId: string, id: string): Promise<KeyRefusal[]> => {
  const key = await findKey(deps.db, ownerId, id);
  const { at, reason, address, userAgent, method, path, outcome } = keyRequests;
  const newest = (which: 'limited' | 'refused') =>
    deps.db
      .select({ id: keyRequests.id, at, reason, address, userAgent, method, path })
      .from(keyRequests)
      .where(and(eq(keyRequests.keyId, key.id), eq(outcome, which)))
      .orderBy(desc(at), desc(keyRequests.id))
      .limit(refusalsPerKey);
  const rows = await unionAll(newest('limited'), newest('refused'))
    .orderBy(sql`at desc, id desc`)
    .limit(refusalsPerKey);
  return rows.flatMap(({ id: _, at, reason, ...row }) =>
    reason ? { ...row, reason, at: at.toISOString() } : [],
  );
};

const requests = sql<number>`sum(${keyUsageAddresses.requests})::float8`;

// Addresses are counted by the hour, so the first and the last hour count as a whole.
const readAddresses = async (deps: Deps, ownerId: string, keyId: string, { start, end }: Span) => {
  const { address, lastSeenAt, hour } = keyUsageAddresses;
  const rows = await deps.db
    .select({ address, requests, lastSeenAt: max(lastSeenAt) })
    .from(keyUsageAddresses)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageAddresses.keyId))
    .where(
      and(eq(apiKeys.userId, ownerId), eq(apiKeys.id, keyId), gte(hour, startOfHour(start)), lt(hour, end)),
    )
    .groupBy(address)
    .orderBy(desc(requests), asc(address))
    .limit(shownAddresses);
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? '' }));
};

// Key checks that come meanwhile do not wait for all keys.
const keysPerTurn = 20;

const nothing: UsageCounts = { allowed: 0, limited: 0, refused: 0 };

const add = (a: UsageCounts, b: UsageCounts): UsageCounts => ({
  allowed: a.allowed + b.allowed,
  limited: a.limited + b.limited,
  refused: a.refused + b.refused,
});

type BucketCounts = UsageCounts & { bucket: number };

const sumOf = (column: AnyPgColumn) => sql<number>`sum(${column})::float8`;

type Counted = Record<keyof UsageCounts, AnyPgColumn>;
const summedCounts = ({ allowed, limited, refused }: Counted) => ({
  allowed: sumOf(allowed),
  limited: sumOf(limited),
  refused: sumOf(refused),
});

const countUsage = (
  deps: Deps,
  ownerId: string,
  keyIds: string[],
  span: Span,
): Promise<(BucketCounts & { keyId: string })[]> =>
  deps.db
    .select({
      keyId: keyUsageMinutes.keyId,
      bucket: bucketOf(keyUsageMinutes.minute, span),
      ...summedCounts(keyUsageMinutes),
    })
    .from(keyUsageMinutes)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageMinutes.keyId))
    .where(
      and(eq(apiKeys.userId, ownerId), inArray(apiKeys.id, keyIds), isWithin(keyUsageMinutes.minute, span)),
    )
    .groupBy(sql`1`, sql`2`);

// The last hour is read minute by minute, over all keys of the environment, also deleted ones.
const sumMinutes = (deps: Deps, ownerId: string, environment: Environment, span: Span) =>
  deps.db
    .select({ bucket: bucketOf(keyUsageMinutes.minute, span), ...summedCounts(keyUsageMinutes) })
    .from(keyUsageMinutes)
    .innerJoin(apiKeys, eq(apiKeys.id, keyUsageMinutes.keyId))
    .where(
      and(
        eq(apiKeys.userId, ownerId),
        eq(apiKeys.environment, environment),
        isWithin(keyUsageMinutes.minute, span),
      ),
    )
    .groupBy(sql`1`);

// The other windows begin with a full hour, so the hours of an environment suffice.
const sumHours = (deps: Deps, ownerId: string, environment: Environment, span: Span) =>
  deps.db
    .select({ bucket: bucketOf(keyUsageHours.hour, span), ...summedCounts(keyUsageHours) })
    .from(keyUsageHours)
    .where(
      and(
        eq(keyUsageHours.userId, ownerId),
        eq(keyUsageHours.environment, environment),
        isWithin(keyUsageHours.hour, span),
      ),
    )
    .groupBy(sql`1`);

const inBuckets = (counted: BucketCounts[], starts: string[]) => {
  const sums = starts.map(() => nothing);
  for (const row of counted) sums[row.bucket] = add(sums[row.bucket] ?? nothing, row);
  const buckets: UsageBucket[] = starts.map((start, index) => ({ start, ...(sums[index] ?? nothing) }));
  return { total: sums.reduce(add, nothing), buckets };
};

type WantedKeyUsage = {
  window: KeyUsageWindow;
  from?: string | undefined;
  to?: string | undefined;
};

export const readKeyUsage = async (
  deps: Deps,
  ownerId: string,
  id: string,
  { window, from, to }: WantedKeyUsage,
) => {
  const key = await findKey(deps.db, ownerId, id);
  const span = from && to ? partOf(deps.now(), from, to) : spanOf(deps.now(), window);
  const counted = await countUsage(deps, ownerId, [id], span);
  const { lastUsedAt, lastUsedAddress, lastUsedUserAgent } = key;
  return {
    window,
    bucketSeconds: span.bucketSeconds,
    ...inBuckets(counted, startsOf(span)),
    addresses: await readAddresses(deps, ownerId, id, span),
    lastUse: lastUsedAt
      ? { at: lastUsedAt.toISOString(), address: lastUsedAddress ?? '', userAgent: lastUsedUserAgent ?? '' }
      : null,
  };
};

// The requested keys or the newest ones, so that the answer stays bounded.
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

export const readUsage = async (deps: Deps, ownerId: string, { environment, window, ids }: WantedUsage) => {
  const span = spanOf(deps.now(), window);
  const keyIds = await activeKeys(deps, ownerId, environment, ids?.split(',') ?? null);
  const counted = keyIds.length ? await countUsage(deps, ownerId, keyIds, span) : [];
  const ofKeys = Map.groupBy(counted, ({ keyId }) => keyId);
  const sum = window === '1h' ? sumMinutes : sumHours;
  const summed = ids ? counted : await sum(deps, ownerId, environment, span);
  const starts = startsOf(span);
  const keys: EnvironmentUsage['keys'] = [];
  for (const keyId of keyIds) {
    keys.push({ keyId, ...inBuckets(ofKeys.get(keyId) ?? [], starts) });
    if (keys.length % keysPerTurn === 0) await deps.turns.next();
  }
  return { window, bucketSeconds: span.bucketSeconds, ...inBuckets(summed, starts), keys };
};
