// The rows of an owner's requests. Each outcome of a key, or of an environment, is one walk of an index in the order of time. The
// walks are merged, so that a page costs the same however many rows there are.
import { type Environment, environments } from '@ballast/contract/keys/api-keys';
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import { type RequestOutcome, type RequestRow, requestOutcomes } from '@ballast/contract/requests/requests';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { readTimeCursor, toTimeCursor } from '../../db/queries/time-cursor.ts';

export type Filters = {
  id?: string | undefined;
  environment?: Environment | undefined;
  keyId?: string | undefined;
  outcome?: RequestOutcome | undefined;
  blocked?: 'true' | undefined;
  reason?: RefusalReason | undefined;
  address?: string | undefined;
  userAgent?: string | undefined;
  method?: string | undefined;
  path?: string | undefined;
  requestId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const all = (conditions: (SQL | false | undefined | '')[]) =>
  sql.join(conditions.filter((condition) => Boolean(condition)) as SQL[], sql` and `);

const sought = ({ reason, address, userAgent, method, path, requestId, from, to }: Filters) => [
  reason && sql`reason = ${reason}`,
  address && sql`address = ${address}`,
  userAgent && sql`user_agent = ${userAgent}`,
  method && sql`method = ${method}`,
  path && sql`starts_with(path, ${path})`,
  requestId && sql`request_id = ${requestId}`,
  from && sql`at >= ${from}::timestamptz`,
  to && sql`at < ${to}::timestamptz`,
];

const inFilters = (ownerId: string, filters: Filters) => [
  sql`user_id = ${ownerId}`,
  filters.id && sql`id = ${filters.id}`,
  filters.keyId && sql`key_id = ${filters.keyId}`,
  filters.environment && sql`environment = ${filters.environment}`,
  filters.outcome && sql`outcome = ${filters.outcome}`,
  filters.blocked && sql`outcome <> 'allowed'`,
  ...sought(filters),
];

const outcomesOf = ({ outcome, blocked }: Filters) => {
  const wanted = outcome ? [outcome] : requestOutcomes;
  return blocked ? wanted.filter((each) => each !== 'allowed') : wanted;
};

// One walk for each part of the index that can hold such rows. An id finds its few rows by itself.
const walksOf = (filters: Filters): Filters[] => {
  if (filters.requestId || filters.id) return [filters];
  const outcomes = outcomesOf(filters);
  // Only allowed requests that were blocked: there are none.
  if (!outcomes.length) return [filters];
  const ofOutcomes = outcomes.map((outcome) => ({ ...filters, outcome }));
  if (filters.keyId || filters.environment) return ofOutcomes;
  return environments.flatMap((environment) => ofOutcomes.map((walk) => ({ ...walk, environment })));
};

// The newest rows, as a part of a query.
export const newestRows = (ownerId: string, filters: Filters, most: number, before?: SQL) => {
  const walks = walksOf(filters).map(
    (walk) => sql`(
      select * from key_requests where ${all([...inFilters(ownerId, walk), before])}
      order by at desc, id desc limit ${most})`,
  );
  return sql`select * from (${sql.join(walks, sql` union all `)}) as walked order by at desc, id desc limit ${most}`;
};

export const isoTime = (time: SQL) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const toRows = async (db: Db, ownerId: string, rows: SQL, order: SQL) => {
  const { rows: found } = await db.execute<RequestRow>(sql`
    select found.id, ${isoTime(sql`found.at`)} as at, found.key_id as "keyId", api_keys.name as "keyName",
      found.environment, outcome, reason, method, path, address, user_agent as "userAgent",
      request_id as "requestId", scope, weight
    from (${rows}) as found join api_keys on api_keys.id = found.key_id and api_keys.user_id = ${ownerId}
    order by ${order}`);
  return found;
};

type Page = Filters & { limit: number; cursor?: string | undefined };

export const readNewest = async (db: Db, ownerId: string, { limit, cursor, ...filters }: Page) => {
  const end = cursor && readTimeCursor(cursor);
  const before = end ? sql`(at, id) < (${end.time}::timestamptz, ${end.id}::uuid)` : undefined;
  const newest = newestRows(ownerId, filters, limit + 1, before);
  const rows = await toRows(db, ownerId, newest, sql`found.at desc, found.id desc`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? toTimeCursor(last.at, last.id) : null };
};

export const beforeAll = '00000000-0000-0000-0000-000000000000';

// A row that is not there any more was the oldest one.
export const placeOf = async (db: Db, ownerId: string, after: string) => {
  const { rows } = await db.execute(sql`
    select from key_requests where user_id = ${ownerId} and id = ${after} limit 1`);
  return rows.length ? after : beforeAll;
};

// In the order of their ids, which is the one in which they became readable: no row comes in before one that was given out.
export const readLater = (db: Db, ownerId: string, place: string, { limit, ...filters }: Page) => {
  const later = sql`select * from key_requests where ${all([...inFilters(ownerId, filters), sql`id > ${place}::uuid`])}
    order by id limit ${limit}`;
  return toRows(db, ownerId, later, sql`found.id`);
};
