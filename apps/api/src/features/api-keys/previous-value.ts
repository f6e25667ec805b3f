// What is told of the value that a rotation replaced, while it still passes.
import type { PreviousValue } from '@ballast/contract/key-grace';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { replacedKeys, replacedKeyUsage } from '../../key-check/tables.ts';
import type { Deps } from '../../runtime/deps.ts';

const hours = 24;

export type PreviousRow = { shown: PreviousValue; leakedAt: Date | null };

// One query for a page of keys.
export const findPreviousValues = async (
  deps: Deps,
  tx: Db,
  keyIds: string[],
): Promise<Map<string, PreviousRow>> => {
  const now = deps.now();
  const inWindow = sql`${replacedKeyUsage.hour} > ${now.toISOString()}::timestamptz - interval '${sql.raw(String(hours))} hours'`;
  const rows = await tx
    .select({
      keyId: replacedKeys.keyId,
      endsAt: replacedKeys.endsAt,
      leakedAt: replacedKeys.leakedAt,
      lastUsedAt: sql`greatest(${replacedKeys.lastUsedAt}, max(${replacedKeyUsage.lastUsedAt}))`.mapWith(
        replacedKeys.lastUsedAt,
      ),
      requests: sql<number>`coalesce(sum(${replacedKeyUsage.requests}) filter (where ${inWindow}), 0)::float8`,
    })
    .from(replacedKeys)
    .leftJoin(replacedKeyUsage, eq(replacedKeyUsage.secretHash, replacedKeys.secretHash))
    .where(and(sql`${replacedKeys.keyId} = any(${sql.param(keyIds)})`, gt(replacedKeys.endsAt, now)))
    .groupBy(replacedKeys.secretHash);
  return new Map(
    rows.map(({ keyId, endsAt, leakedAt, lastUsedAt, requests }) => [
      keyId,
      {
        shown: {
          endsAt: endsAt?.toISOString() ?? '',
          lastUsedAt: (lastUsedAt as Date | null)?.toISOString() ?? null,
          requests24h: requests,
        },
        leakedAt,
      },
    ]),
  );
};

export const findPrevious = async (deps: Deps, tx: Db, keyId: string) =>
  (await findPreviousValues(deps, tx, [keyId])).get(keyId) ?? null;
