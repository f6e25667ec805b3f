// What repeats, as one line each. Only the newest rows are grouped, so that a flood costs no more than a page of it.
import { type RequestGroup, requestLimits } from '@ballast/contract/requests/requests';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { type Filters, isoTime, newestRows } from './read-requests.ts';

export const groupRequests = async (
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  filters: Filters,
): Promise<RequestGroup[]> => {
  const newest = newestRows(ownerId, filters, requestLimits.grouped);
  // Only the groups that are given out get their texts: those of all would cost as much again.
  const { rows } = await db.execute<RequestGroup>(sql`
    with newest as materialized (
      select *, row_number() over (order by at desc, id desc) as place from (${newest}) as found
    ), grouped as (
      select min(place) as place, sum(weight)::float8 as count, min(at) as first_at from newest
      group by reason, outcome, key_id, address, user_agent
      order by 1 limit ${requestLimits.groups}
    )
    select reason, outcome, key_id as "keyId", api_keys.name as "keyName", address, user_agent as "userAgent", count,
      ${isoTime(sql`first_at`)} as "firstAt", ${isoTime(sql`at`)} as "lastAt", newest.id as "lastId"
    from grouped join newest using (place)
    join api_keys on api_keys.id = newest.key_id and api_keys.user_id = ${ownerId}
    order by place`);
  return rows;
};
