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
import { type Lifeline, openLifeline } from '../lifeline/lifeline.ts';
import type { DatabaseChange } from '../lifeline/outage.ts';
import { migratePostgres, migrationsToApply } from '../migrate-postgres.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { openServers, type Servers } from './servers.ts';

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
  // For the job queue.
  jobsPool: pg.Pool;
  close: () => Promise<void>;
} & ({ embedded: PGlite; url: null; lifeline: null } | { embedded: null; url: string; lifeline: Lifeline });

const connectPool = (pool: pg.Pool): Db => keepActions(drizzle(pool, { casing: 'snake_case' }));

export const connectEmbedded = (embedded: PGlite) => {
  const pool = openEmbeddedPool(embedded);
  const db = connectPool(pool);
  const shared = { db, patientDb: db, operators: { db, patientDb: db }, stopDb: db, keyDb: db };
  return { ...shared, pool, keyPool: pool, jobsPool: pool, embedded, url: null, lifeline: null };
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

const openPools = (
  servers: Servers,
  limits: DatabaseLimits,
  lifeline: Lifeline,
  tell: (change: DatabaseChange) => void,
) => {
  const opened: ReturnType<typeof openPostgresPool>[] = [];
  const onError = (error: Error) => lifeline.unlessAway(() => tell({ kind: 'one lost', error }));
  const openPool = (its: DatabaseLimits) => {
    const one = openPostgresPool(servers, its, lifeline, onError);
    opened.push(one);
    return one.pool;
  };
  const pools = {
    pool: openPool(limits),
    patientPool: openPool(patientLimits(limits)),
    operatorPool: openPool({ ...limits, poolSize: operatorsAtOnce }),
    patientOperatorPool: openPool({ ...patientLimits(limits), poolSize: operatorsAtOnce }),
    stopPool: openPool({ ...limits, poolSize: stopsAtOnce }),
    keyPool: openPool({ ...limits, poolSize: lookUpsAtOnce }),
    jobsPool: openPool(patientLimits(limits)),
  };
  return {
    ...pools,
    cutElsewhere: () => {
      for (const each of opened) each.cutElsewhere();
    },
    end: () => Promise.all(opened.map(({ pool }) => pool.end())),
  };
};

export const openPostgres = async (
  url: string,
  tell: (change: DatabaseChange) => void,
  limits: DatabaseLimits = usualLimits,
): Promise<OpenDatabase> => {
  const servers = openServers(url, (places) => tell({ kind: 'rivals', servers: places }));
  await migratePostgres(servers);
  const lifeline = openLifeline(servers, limits.silenceMs, { tell, moved: () => pools.cutElsewhere() });
  const pools = openPools(servers, limits, lifeline, tell);
  const close = async () => {
    await pools.end();
    lifeline.stop();
  };
  await lifeline.start().catch(async (error) => {
    await close();
    throw error;
  });
  return {
    db: connectPool(pools.pool),
    patientDb: connectPool(pools.patientPool),
    operators: { db: connectPool(pools.operatorPool), patientDb: connectPool(pools.patientOperatorPool) },
    stopDb: connectPool(pools.stopPool),
    keyDb: connectPool(pools.keyPool),
    pool: pools.pool,
    keyPool: pools.keyPool,
    jobsPool: pools.jobsPool,
    lifeline,
    embedded: null,
    url,
    close,
  };
};
