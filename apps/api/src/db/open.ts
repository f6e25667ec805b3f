// This opens the embedded or the real PostgreSQL and brings its schema up to date.
import type { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { migrationsFolder } from '../runtime/places.ts';
import { openEmbeddedPool } from './embedded-pool.ts';

// It is a database or a transaction on it.
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type OpenDatabase = { db: Db; pool: pg.Pool; close: () => Promise<void> } & (
  | { embedded: PGlite; url: null }
  | { embedded: null; url: string }
);

const options = { casing: 'snake_case' } as const;

export const connectEmbedded = (embedded: PGlite) => {
  const pool = openEmbeddedPool(embedded);
  return { db: drizzle(pool, options), pool, embedded, url: null };
};

export const openEmbedded = async (source: { dataDir: string } | { loadDataDir: Blob }) => {
  const { PGlite } = await import('@electric-sql/pglite');
  const database = connectEmbedded(await PGlite.create(source));
  await migrate(database.db, { migrationsFolder });
  const close = async () => {
    await database.pool.end();
    await database.embedded.close();
  };
  return { ...database, close };
};

export const openPostgres = async (url: string, onError: (error: Error) => void): Promise<OpenDatabase> => {
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 5000 });
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
  return { db: drizzle(pool, options), pool, embedded: null, url, close: () => pool.end() };
};
