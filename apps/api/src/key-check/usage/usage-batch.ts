// Writes counts to the database, many rows by one statement.
import { addressesPerHour, otherAddresses } from '@ballast/contract/keys/key-addresses';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { UsageKind } from './usage-counter.ts';

// The counts of one value in one minute, both times in milliseconds; `at` is 0 when every request was refused.
export type UsageRow = Record<UsageKind, number> & {
  key_id: string;
  secret_hash: string;
  minute: number;
  at: number;
  address: string;
  user_agent: string;
};
// The requests with one value from one address in one hour.
export type AddressRow = {
  key_id: string;
  secret_hash: string;
  hour: number;
  address: string;
  requests: number;
  at: number;
};

export type UsageBatch = { id: string; rows: UsageRow[]; addresses?: AddressRow[] };

// An hour of a key has room for so many addresses: the known ones, and of the new ones the busiest. The rest is counted together, so
// that ever new addresses do not make the table grow. Processes that write at the same moment may store a few more.
const addressesOf = (addresses: AddressRow[]) => sql`
    came as (
      select came.key_id, came.secret_hash, to_timestamp(came.hour / 1000) as hour, came.address, came.requests,
        to_timestamp(came.at / 1000.0) as at
      from batch, json_to_recordset(${JSON.stringify(addresses)}::json) as came(
        key_id uuid, secret_hash text, hour bigint, address text, requests int, at bigint)
    ), seen as (
      select key_id, hour, address, sum(requests) as requests, max(at) as at, exists (
          select from key_usage_addresses as known
          where known.key_id = came.key_id and known.hour = came.hour and known.address = came.address
        ) as known
      from came
      where exists (select from api_keys where api_keys.id = came.key_id)
      group by key_id, hour, address
    ), placed as (
      select key_id, hour, address as came_from, requests, at, case
        when known then address
        when row_number() over (partition by key_id, hour, known order by requests desc, address) + (
          select count(*) from key_usage_addresses as stored where stored.key_id = seen.key_id and stored.hour = seen.hour
        ) <= ${addressesPerHour} then address
        else ${otherAddresses} end as address
      from seen
    ), by_address as (
      insert into key_usage_addresses as known (key_id, hour, address, requests, last_seen_at)
      select key_id, hour, address, sum(requests), max(at) from placed
      group by key_id, hour, address
      order by key_id, hour, address
      on conflict (key_id, hour, address) do update set
        requests = known.requests + excluded.requests,
        last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)
    ), replaced_by_address as (
      insert into replaced_key_addresses as known (secret_hash, hour, address, requests, last_seen_at)
      select came.secret_hash, came.hour, placed.address, sum(came.requests), max(came.at)
      from came join placed on placed.key_id = came.key_id and placed.hour = came.hour and placed.came_from = came.address
        join replaced_keys on replaced_keys.secret_hash = came.secret_hash
      where replaced_keys.ends_at is not null and came.at >= replaced_keys.replaced_at
      group by 1, 2, 3
      order by 1, 2, 3
      on conflict (secret_hash, hour, address) do update set
        requests = known.requests + excluded.requests,
        last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)
    )`;

// One statement writes all or nothing. A batch that comes again, because the answer was lost, is known by its id. Rows are in
// the order of the index: processes that write the same rows do not deadlock.
export const writeBatch = (db: Db, { id, rows, addresses = [] }: UsageBatch) =>
  db.execute(sql`
    with batch as (
      insert into key_usage_batches (id, written_at) values (${id}, now()) on conflict do nothing returning id
    ), added as (
      select added.* from batch, json_to_recordset(${JSON.stringify(rows)}::json) as added(
        key_id uuid, secret_hash text, minute bigint, allowed int, limited int, refused int,
        at bigint, address text, user_agent text)
    ), used as (
      update api_keys set last_used_at = last.at, last_used_address = last.address, last_used_user_agent = last.user_agent
      from (
        select distinct on (key_id) key_id, to_timestamp(at / 1000.0) as at, address, user_agent
        from added
        where at > 0 and not exists (select from replaced_keys where replaced_keys.secret_hash = added.secret_hash)
        order by key_id, added.at desc
      ) as last
      where api_keys.id = last.key_id
        and (api_keys.last_used_at is null or api_keys.last_used_at < last.at)
    ), replaced as (
      insert into replaced_key_usage as known (secret_hash, hour, requests, last_used_at)
      select secret_hash, date_trunc('hour', to_timestamp(minute / 1000), 'UTC'), sum(allowed + limited),
        max(to_timestamp(at / 1000.0))
      from added join replaced_keys using (secret_hash)
      where ends_at is not null and at > 0 and to_timestamp(at / 1000.0) >= replaced_at
      group by 1, 2
      order by 1, 2
      on conflict (secret_hash, hour) do update set
        requests = known.requests + excluded.requests,
        last_used_at = greatest(known.last_used_at, excluded.last_used_at)
    ), ${addressesOf(addresses)}
    insert into key_usage_minutes as known (key_id, minute, allowed, limited, refused)
    select key_id, to_timestamp(minute / 1000), sum(allowed), sum(limited), sum(refused)
    from added where exists (select from api_keys where api_keys.id = added.key_id)
    group by key_id, minute
    order by key_id, minute
    on conflict (key_id, minute) do update set
      allowed = known.allowed + excluded.allowed,
      limited = known.limited + excluded.limited,
      refused = known.refused + excluded.refused`);
