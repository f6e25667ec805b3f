// Opens the embedded or the real PostgreSQL and brings its schema up to date.
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import * as schema from './schema.ts';

interface Rows<T> {
  rows: T[];
}
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

// Both drivers' databases and their transactions are assignable to this.
export type Db = PgDatabase<RowsHKT, typeof schema>;

export type OpenDatabase = {
  db: Db;
  embedded: PGlite | null;
  pool: Pool | null;
  close: () => Promise<void>;
};

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const options = { schema, casing: 'snake_case' } as const;

export const openEmbedded = async (
  source: { dataDir: string } | { loadDataDir: Blob },
): Promise<OpenDatabase> => {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const embedded = await PGlite.create(source);
  const db = drizzle(embedded, options);
  await migrate(db, { migrationsFolder });
  return { db, embedded, pool: null, close: () => embedded.close() };
};

export const openPostgres = async (
  connectionString: string,
  onError: (error: Error) => void,
): Promise<OpenDatabase> => {
  const [pg, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  const pool = new pg.default.Pool({ connectionString, max: 20, connectionTimeoutMillis: 5000 });
  // Without a listener a connection that dies while idle ends the process.
  pool.on('error', onError);

  // Several processes may start at once: one migrates, the others wait for it.
  const client = await pool.connect();
  try {
    const lock: SQL = sql`select pg_advisory_lock(hashtext('ballast-migrations'))`;
    const connection = drizzle(client, options);
    await connection.execute(lock);
    await migrate(connection, { migrationsFolder });
    await connection.execute(sql`select pg_advisory_unlock(hashtext('ballast-migrations'))`);
  } finally {
    client.release();
  }
  return { db: drizzle(pool, options), embedded: null, pool, close: () => pool.end() };
};
