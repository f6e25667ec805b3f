// Everything that the database holds of a developer, so that two readings are alike only if nothing of it was changed.
import type { OpenDatabase } from '../../src/db/open.ts';

// These tell of a use, and a key is counted some seconds after its call.
const timesOfUse = ['last_used_at', 'last_used_address', 'last_used_user_agent', 'last_seen_at'];

const columnsThatName = `
  select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and table_name not like 'key_usage%'
    and (column_name ~ '(^|_)(user|key)_id$' or (table_name = 'users' and column_name = 'id'))
  order by 1, 2`;

export const openOwnersRows = async ({ pool }: OpenDatabase, ownerId: string) => {
  const { rows: places } = await pool.query<{ table: string; column: string }>(columnsThatName);
  const parts = places.map(
    ({ table, column }) => `
      select '${table}' as place, (to_jsonb(x) - $2::text[])::text as content from "${table}" x
      where "${column}"::text in (select $1 union all select id::text from api_keys where user_id::text = $1)`,
  );
  const everything = `${parts.join(' union all ')} order by 1, 2`;
  return async () => {
    const { rows } = await pool.query<{ place: string; content: string }>(everything, [ownerId, timesOfUse]);
    return rows.map(({ place, content }) => `${place} ${content}`);
  };
};
