// This opens the embedded or the real PostgreSQL and brings its schema up to date.
import type { PGlite } from '@electric-sql/pglite';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { migrationsFolder } from '../runtime/places.ts';
import { keepActions } from './after-commit.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { type DatabaseLimits, lookUpsAtOnce, patientLimits, usualLimits } from './limits.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPostgresPool } from './postgres-pool.ts';

// It is a database or a transaction on it.
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type OpenDatabase = {
  db: Db;
  // For what takes long by nature; the embedded database has one session for all.
  patientDb: Db;
  // For look-ups of API keys, which do not wait behind the calls of a busy portal.
  keyDb: Db;
  pool: pg.Pool;
  keyPool: pg.Pool;
  close: () => Promise<void>;
} & ({ embedded: PGlite; url: null } | { embedded: null; url: string });

export const connectPool = (pool: pg.Pool): Db => keepActions(drizzle(pool, { casing: 'snake_case' }));

export const connectEmbedded = (embedded: PGlite) => {
  const pool = openEmbeddedPool(embedded);
  const db = connectPool(pool);
  return { db, patientDb: db, keyDb: db, pool, keyPool: pool, embedded, url: null };
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

export const openPostgres = async (
  url: string,
  onError: (error: Error) => void,
  limits: DatabaseLimits = usualLimits,
): Promise<OpenDatabase> => {
  await migratePostgres(url);
  const pool = openPostgresPool(url, limits, onError);
  const patientPool = openPostgresPool(url, patientLimits(limits), onError);
  const keyPool = openPostgresPool(url, { ...limits, poolSize: lookUpsAtOnce }, onError);
  const close = async () => {
    await Promise.all([pool.end(), patientPool.end(), keyPool.end()]);
  };
  const patientDb = connectPool(patientPool);
  const keyDb = connectPool(keyPool);
  return { db: connectPool(pool), patientDb, keyDb, pool, keyPool, embedded: null, url, close };
};
