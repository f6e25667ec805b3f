// What the export holds of each API key: its use, its rotations and its refusals. A key may have been used from very many
// addresses. The database writes those as text, in pieces, so that this process neither keeps nor formats each of them.
import { asc, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { replacedKeys } from '../../key-check/tables.ts';
import {
  keyRefusals,
  keyUsageAddresses,
  keyUsageDays,
  keyUsageMinutes,
} from '../../key-check/usage/tables.ts';

type Key = Record<string, unknown> & { id: string };

const keysAtOnce = 10;
const addressesPerPiece = 500;

// Minutes become days only after a while.
const readUsage = (deps: Deps, ids: string[]) => {
  const total = (count: string) => sql`sum(${sql.identifier(count)})`.mapWith(Number);
  const counts = sql`(
    select key_id, day, allowed, limited, refused from key_usage_days where ${inArray(keyUsageDays.keyId, ids)}
    union all
    select key_id, (minute at time zone 'UTC')::date, allowed, limited, refused from key_usage_minutes
    where ${inArray(keyUsageMinutes.keyId, ids)}) as counts`;
  return deps.db
    .select({
      of: sql<string>`key_id`,
      day: sql<string>`day::text`,
      allowed: total('allowed'),
      limited: total('limited'),
      refused: total('refused'),
    })
    .from(counts)
    .groupBy(sql`key_id, day`)
    .orderBy(sql`day`);
};

const readRefusals = (deps: Deps, ids: string[]) => {
  const { keyId: of, at, reason, address, userAgent, method, path } = keyRefusals;
  return deps.db
    .select({ of, at, reason, address, userAgent, method, path })
    .from(keyRefusals)
    .where(inArray(of, ids))
    .orderBy(asc(at));
};

const readReplaced = (deps: Deps, ids: string[]) =>
  deps.db
    .select({
      of: replacedKeys.keyId,
      replacedAt: replacedKeys.replacedAt,
      endsAt: replacedKeys.endsAt,
      lastUsedAt: replacedKeys.lastUsedAt,
      leakedAt: replacedKeys.leakedAt,
    })
    .from(replacedKeys)
    .where(inArray(replacedKeys.keyId, ids));

// Most keys were used from nowhere, or no longer.
const readUsed = async (deps: Deps, ids: string[]) => {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(ids)}::uuid[]) as id
    where exists (select 1 from ${keyUsageAddresses} where ${keyUsageAddresses.keyId} = id)`);
  return new Set(rows.map(({ id }) => id));
};

const readAddresses = async (deps: Deps, id: string) => {
  const { address, requests, lastSeenAt, keyId } = keyUsageAddresses;
  const { rows } = await deps.db.execute<{ piece: string }>(sql`
    with uses as (
      select ${address} as address, sum(${requests})::bigint as requests, max(${lastSeenAt}) as seen,
        (row_number() over (order by ${address}) - 1) / ${sql.raw(String(addressesPerPiece))} as piece
      from ${keyUsageAddresses} where ${keyId} = ${id} group by ${address})
    select string_agg(json_build_object('address', address, 'requests', requests,
      'lastSeenAt', to_char(seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, ',' order by address) as piece
    from uses group by uses.piece order by uses.piece`);
  return rows.map(({ piece }) => piece);
};

// Rows by what they belong to, each read once.
export const byOwner = <Row extends { of: string }>(rows: Row[]) => {
  const groups = Map.groupBy(rows, ({ of }) => of);
  return (id: string) => (groups.get(id) ?? []).map(({ of: _, ...row }) => row);
};

async function* writeSome(deps: Deps, keys: Key[]) {
  const ids = keys.map(({ id }) => id);
  const usage = byOwner(await readUsage(deps, ids));
  const refusals = byOwner(await readRefusals(deps, ids));
  const rotations = byOwner(await readReplaced(deps, ids));
  const used = await readUsed(deps, ids);
  for (const key of keys) {
    const own = { ...key, usage: usage(key.id), refusals: refusals(key.id), rotations: rotations(key.id) };
    const pieces = used.has(key.id) ? await readAddresses(deps, key.id) : [];
    yield `${JSON.stringify(own).slice(0, -1)},"addresses":[${pieces.join(',')}]}`;
  }
}

export async function* writeKeys(deps: Deps, keys: Key[]) {
  for (let from = 0; from < keys.length; from += keysAtOnce)
    yield* writeSome(deps, keys.slice(from, from + keysAtOnce));
}
