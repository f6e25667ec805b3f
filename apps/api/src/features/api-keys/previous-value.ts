import { type AddressUse, shownAddresses } from '@ballast/contract/keys/key-addresses';
import type { PreviousValue } from '@ballast/contract/keys/key-grace';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { replacedKeys } from '../../key-check/tables.ts';
import { replacedKeyAddresses, replacedKeyUsage } from '../../key-check/usage/tables.ts';

const hours = 24;

export type PreviousRow = { shown: PreviousValue; leakedAt: Date | null };

const isOneOf = (
  column: typeof replacedKeys.keyId | typeof replacedKeyAddresses.secretHash,
  texts: string[],
) => sql`${column} = any(${sql.param(texts)})`;

const sinceHour = (column: typeof replacedKeyUsage.hour | typeof replacedKeyAddresses.hour, now: Date): SQL =>
  sql`${column} > ${now.toISOString()}::timestamptz - interval '${sql.raw(String(hours))} hours'`;

const findAddresses = async (tx: Db, hashes: string[], now: Date): Promise<Map<string, AddressUse[]>> => {
  const found = new Map<string, AddressUse[]>(hashes.map((hash) => [hash, []]));
  if (!hashes.length) return found;
  const { secretHash, hour, address, requests, lastSeenAt } = replacedKeyAddresses;
  const byAddress = tx
    .select({
      secretHash,
      address,
      requests: sql<number>`sum(${requests})::float8`.as('requests_in_window'),
      lastSeenAt: sql`max(${lastSeenAt})`.mapWith(lastSeenAt).as('last_seen_in_window'),
      place: sql<number>`row_number() over (
        partition by ${secretHash} order by sum(${requests}) desc, ${address})`.as('place'),
    })
    .from(replacedKeyAddresses)
    .where(and(isOneOf(secretHash, hashes), sinceHour(hour, now)))
    .groupBy(secretHash, address)
    .as('by_address');
  const rows = await tx
    .select()
    .from(byAddress)
    .where(sql`${byAddress.place} <= ${shownAddresses}`)
    .orderBy(byAddress.place);
  for (const row of rows)
    found.get(row.secretHash)?.push({
      address: row.address,
      requests: row.requests,
      lastSeenAt: (row.lastSeenAt as Date).toISOString(),
    });
  return found;
};

// Mostly one query for a page: few keys have a value in its grace period.
export const findPreviousValues = async (
  deps: Deps,
  tx: Db,
  keyIds: string[],
): Promise<Map<string, PreviousRow>> => {
  const now = deps.now();
  const rows = await tx
    .select({
      keyId: replacedKeys.keyId,
      secretHash: replacedKeys.secretHash,
      endsAt: replacedKeys.endsAt,
      leakedAt: replacedKeys.leakedAt,
      lastUsedAt: sql`greatest(${replacedKeys.lastUsedAt}, max(${replacedKeyUsage.lastUsedAt}))`.mapWith(
        replacedKeys.lastUsedAt,
      ),
      requests: sql<number>`coalesce(sum(${replacedKeyUsage.requests})
        filter (where ${sinceHour(replacedKeyUsage.hour, now)}), 0)::float8`,
    })
    .from(replacedKeys)
    .leftJoin(replacedKeyUsage, eq(replacedKeyUsage.secretHash, replacedKeys.secretHash))
    .where(and(isOneOf(replacedKeys.keyId, keyIds), gt(replacedKeys.endsAt, now)))
    .groupBy(replacedKeys.secretHash);
  const addresses = await findAddresses(
    tx,
    rows.map(({ secretHash }) => secretHash),
    now,
  );
  return new Map(
    rows.map(({ keyId, secretHash, endsAt, leakedAt, lastUsedAt, requests }) => [
      keyId,
      {
        shown: {
          endsAt: endsAt?.toISOString() ?? '',
          lastUsedAt: (lastUsedAt as Date | null)?.toISOString() ?? null,
          requests24h: requests,
          addresses: addresses.get(secretHash) ?? [],
        },
        leakedAt,
      },
    ]),
  );
};

export const findPrevious = async (deps: Deps, tx: Db, keyId: string) =>
  (await findPreviousValues(deps, tx, [keyId])).get(keyId) ?? null;
