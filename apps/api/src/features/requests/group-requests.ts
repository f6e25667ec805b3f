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
  const { rows } = await db.execute<RequestGroup>(sql`
    select grouped.*, api_keys.name as "keyName"
    from (
      select reason, outcome, key_id as "keyId", address, user_agent as "userAgent", sum(weight)::float8 as count,
        ${isoTime(sql`min(at)`)} as "firstAt", ${isoTime(sql`max(at)`)} as "lastAt",
        (array_agg(id order by at desc, id desc))[1] as "lastId"
      from (${newest}) as newest
      group by reason, outcome, key_id, address, user_agent
    ) as grouped join api_keys on api_keys.id = "keyId" and api_keys.user_id = ${ownerId}
    order by "lastAt" desc, "lastId" desc limit ${requestLimits.groups}`);
  return rows;
};
