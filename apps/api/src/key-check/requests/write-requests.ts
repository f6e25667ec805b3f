// Writes rows of requests, many by one statement.
import { requestLimits } from '@ballast/contract/requests/requests';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { cleanOrNull, pathOf } from './describe-request.ts';
import type { Taken } from './request-log.ts';

// Its place among the rows of its batch has twelve bits of the id.
export const rowsPerBatch = 1000;

export type RequestBatch = { id: string; rows: Taken[] };

const toRow = ({ keyId, outcome, entry }: Taken) => ({
  key_id: keyId,
  outcome,
  at: entry.at,
  reason: entry.reason,
  address: entry.address,
  user_agent: cleanOrNull(entry.userAgent) ?? '',
  method: cleanOrNull(entry.method, requestLimits.method),
  path: pathOf(entry.uri),
  request_id: entry.requestId,
  scope: entry.scope,
  weight: entry.weight,
});

// The row of the clock is held until the commit. So batches become readable one after the other, and each has a later tick than all
// before it, also after a clock was set back. An id is a UUID of version 7: the tick in milliseconds, and the place in the
// batch. A batch that comes again is known by its id. The answer has the accounts that have written their rows of the day.
export const writeRequests = async (db: Db, { id, rows }: RequestBatch): Promise<string[]> => {
  const written = await db.execute<{ owner: string }>(sql`
    with batch as (
      insert into key_usage_batches (id, written_at) values (${id}, now()) on conflict do nothing returning id
    ), clock as (
      insert into key_request_clock as known (one, tick)
      select true, (extract(epoch from clock_timestamp()) * 1000)::bigint from batch
      on conflict (one) do update set tick = greatest(known.tick + 1, excluded.tick)
      returning tick
    ), came as (
      select clock.tick, row_number() over (order by came.at, came.position) as place, came.*, api_keys.user_id, api_keys.environment
      from clock, rows from (json_to_recordset(${JSON.stringify(rows.map(toRow))}::json) as (
        key_id uuid, outcome text, at bigint, reason text, address text, user_agent text, method text, path text,
        request_id text, scope text, weight int)) with ordinality as came(
        key_id, outcome, at, reason, address, user_agent, method, path, request_id, scope, weight, position)
      join api_keys on api_keys.id = came.key_id
    ), written as (
      insert into key_requests (id, at, user_id, key_id, environment, outcome, reason, method, path, address, user_agent,
        request_id, scope, weight)
      select (lpad(to_hex(tick), 12, '0') || '7' || lpad(to_hex(place), 3, '0')
          || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid,
        to_timestamp(at / 1000.0), user_id, key_id, environment, outcome, reason, method, path, address, user_agent,
        request_id, scope, weight
      from came
      returning user_id, id
    ), counted as (
      insert into key_request_days as known (user_id, day, rows, last_id)
      select user_id, (now() at time zone 'UTC')::date, count(*), (array_agg(id order by id desc))[1]
      from written group by user_id order by user_id
      on conflict (user_id, day) do update set rows = known.rows + excluded.rows, last_id = excluded.last_id
      returning user_id, rows
    )
    select user_id as owner from counted where rows > ${requestLimits.perDay}`);
  return written.rows.map(({ owner }) => owner);
};
