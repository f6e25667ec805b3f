// Everything that the database holds of developers, and each mail to them, so that two readings are alike only if nothing was changed
// and nobody was told anything.
import type { OpenDatabase } from '../../src/db/connections/open.ts';
import { sendEmailQueue } from '../../src/email/mail-kinds.ts';

// These tell of a use, and a key is counted some seconds after its call, as is one that was refused.
const timesOfUse = ['last_used_at', 'last_used_address', 'last_used_user_agent', 'last_seen_at'];

const columnsThatName = `
  select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and table_name not like 'key_usage%' and table_name not like 'key_re%'
    and (column_name ~ '(^|_)(user|key|session|factor)_id$' or (table_name = 'users' and column_name = 'id'))
  order by 1, 2`;

// The developers themselves, and what rows name in their place.
const idsOf = `
  select unnest($1::text[]) as id
  union all select id::text from api_keys where user_id::text = any($1)
  union all select id::text from sessions where user_id::text = any($1)
  union all select id::text from factors where user_id::text = any($1)`;

// A mail is a job, which stays when it is done.
const mails = `
  select 'mail' as place, concat(data ->> 'template', ' ', id) as content from pgboss.job
  where name = '${sendEmailQueue.name}' and data ->> 'to' in (select email from users where id::text = any($1))`;

export const openRows = async ({ pool }: OpenDatabase) => {
  const { rows: places } = await pool.query<{ table: string; column: string }>(columnsThatName);
  const parts = places.map(
    ({ table, column }) => `
      select '${table}' as place, (to_jsonb(x) - $2::text[])::text as content from "${table}" x
      where "${column}"::text in (select id from ids)`,
  );
  const everything = `with ids as materialized (${idsOf}) ${[...parts, mails].join(' union all ')} order by 1, 2`;
  return async (...accountIds: string[]) => {
    const { rows } = await pool.query<{ place: string; content: string }>(everything, [
      accountIds,
      timesOfUse,
    ]);
    return rows.map(({ place, content }) => `${place} ${content}`);
  };
};

export const openOwnersRows = async (database: OpenDatabase, ownerId: string) => {
  const readRows = await openRows(database);
  return () => readRows(ownerId);
};
