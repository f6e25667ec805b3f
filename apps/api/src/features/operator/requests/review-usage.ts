// Reads how much keys were used, for the review of their limits.
import type { UsageCounts } from '@ballast/contract/keys/key-usage';
import type { ReviewedUsage } from '@ballast/contract/operator/operator';
import { and, gte, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../http/deps.ts';
import { keyUsageMinutes } from '../../../key-check/usage/tables.ts';
import { secondsBefore } from '../../../runtime/times.ts';

const daySeconds = 24 * 3600;
const none: UsageCounts = { allowed: 0, limited: 0, refused: 0 };
const unused: ReviewedUsage = { lastDay: none, last30Days: none, busiestMinute: null };

const { keyId, minute, allowed, limited, refused } = keyUsageMinutes;
const requests = sql`${allowed} + ${limited}`;

const sums = (since: Date) => {
  const sum = (column: AnyPgColumn) =>
    sql<number>`coalesce(sum(${column}) filter (where ${minute} >= ${since.toISOString()}::timestamptz), 0)::float8`;
  return { allowed: sum(allowed), limited: sum(limited), refused: sum(refused) };
};

export const readReviewUsage = async (deps: Deps, keyIds: string[]) => {
  const dayAgo = secondsBefore(deps.now(), daySeconds);
  const monthAgo = secondsBefore(deps.now(), 30 * daySeconds);
  const rows = await deps.db
    .select({
      keyId,
      lastDay: sums(dayAgo),
      last30Days: sums(monthAgo),
      busiest: sql<number>`max(${requests})::int`,
      busiestAt: sql<string>`(array_agg(${minute} order by ${requests} desc, ${minute} desc))[1]`,
    })
    .from(keyUsageMinutes)
    .where(and(inArray(keyId, keyIds), gte(minute, monthAgo)))
    .groupBy(keyId);
  const used = new Map<string, ReviewedUsage>(
    rows.map(({ keyId, busiest, busiestAt, ...counts }) => [
      keyId,
      {
        ...counts,
        busiestMinute: busiest ? { at: new Date(busiestAt).toISOString(), requests: busiest } : null,
      },
    ]),
  );
  return (id: string) => used.get(id) ?? unused;
};
