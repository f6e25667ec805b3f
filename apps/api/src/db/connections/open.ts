import type { PGlite } from '@electric-sql/pglite';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import {
  type DatabaseLimits,
  lookUpsAtOnce,
  operatorsAtOnce,
  patientLimits,
  stopsAtOnce,
  usualLimits,
} from '../../runtime/settings/database-limits.ts';
import { migrationsFolder } from '../../runtime/settings/places.ts';
import { keepActions } from '../after-commit.ts';
import { openEmbeddedPool } from '../embedded/embedded-pool.ts';
import { migratePostgres, migrationsToApply } from '../migrate-postgres.ts';
import { openPostgresPool } from './postgres-pool.ts';

export type Db = PgDatabase<NodePgQueryResultHKT>;

export type OpenDatabase = {
  db: Db;
  // For what takes long by nature; the embedded database has one session for all.
  patientDb: Db;
  // For operators' commands, which wait behind no developer's call and no job.
  operators: { db: Db; patientDb: Db };
  // For calls that stop something, which wait behind no other call.
  stopDb: Db;
  // For look-ups of API keys, which do not wait behind the calls of a busy portal.
  keyDb: Db;
  pool: pg.Pool;
  keyPool: pg.Pool;
  close: () => Promise<void>;
} & ({ embedded: PGlite; url: null } | { embedded: null; url: string });

const connectPool = (pool: pg.Pool): Db => keepActions(drizzle(pool, { casing: 'snake_case' }));

export const connectEmbedded = (embedded: PGlite) => {
  const pool = openEmbeddedPool(embedded);
  const db = connectPool(pool);
  const shared = { db, patientDb: db, operators: { db, patientDb: db }, stopDb: db, keyDb: db };
  return { ...shared, pool, keyPool: pool, embedded, url: null };
};

export const openEmbedded = async (source: { dataDir: string } | { loadDataDir: Blob }) => {
  const { PGlite } = await import('@electric-sql/pglite');
  const database = connectEmbedded(await PGlite.create(source));
  const missing = await migrationsToApply(async (text) => (await database.pool.query(text)).rows);
  if (missing.length) await migrate(database.db, { migrationsFolder });
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
  const openPool = (its: DatabaseLimits) => openPostgresPool(url, its, onError);
  const pool = openPool(limits);
  const patientPool = openPool(patientLimits(limits));
  const operatorPool = openPool({ ...limits, poolSize: operatorsAtOnce });
  const patientOperatorPool = openPool({ ...patientLimits(limits), poolSize: operatorsAtOnce });
  const stopPool = openPool({ ...limits, poolSize: stopsAtOnce });
  const keyPool = openPool({ ...limits, poolSize: lookUpsAtOnce });
  const close = async () => {
    const pools = [pool, patientPool, operatorPool, patientOperatorPool, stopPool, keyPool];
    await Promise.all(pools.map((each) => each.end()));
  };
  return {
    db: connectPool(pool),
    patientDb: connectPool(patientPool),
    operators: { db: connectPool(operatorPool), patientDb: connectPool(patientOperatorPool) },
    stopDb: connectPool(stopPool),
    keyDb: connectPool(keyPool),
    pool,
    keyPool,
    embedded: null,
    url,
    close,
  };
};
