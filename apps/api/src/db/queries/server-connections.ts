// How many connections PostgreSQL has, of all programs, and how many it lets in.
import { sql } from 'drizzle-orm';
import type { Db } from '../connections/open.ts';

export const readConnections = async (db: Db) => {
  const { rows } = await db.execute<{ used: number; most: number }>(sql`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`);
  return rows[0] ?? null;
};
