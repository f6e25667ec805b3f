// A database as an earlier version left it, and the way to bring it up to date while a portal runs on it. On PostgreSQL the portal's
// role owns nothing: it has the rights that deploy/serving-role.sql gave it at that time.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { queues } from '../src/app/job-handlers.ts';
import { patientLimits, usualLimits } from '../src/db/limits.ts';
import { migratePostgres } from '../src/db/migrate-postgres.ts';
import { connectEmbedded, connectPool, type OpenDatabase } from '../src/db/open.ts';
import { openPostgresPool } from '../src/db/postgres-pool.ts';
import { openJobs } from '../src/jobs/jobs.ts';
import { migrationsFolder } from '../src/runtime/places.ts';
import { onPostgres } from './database.ts';

type FormerDatabase = {
  database: OpenDatabase;
  upgrade: () => Promise<unknown>;
  // Who waits for whom is seen by nobody but the server's own user.
  adminUrl: string | null;
};

// A slow machine must not look like a database that hangs.
const limits = { ...usualLimits, statementMs: 120_000, lockMs: 120_000, idleTransactionMs: 0 };

const migrationsBefore = async (tag: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-former-'));
  await cp(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const entries = journal.entries.filter((entry) => entry.tag < tag);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  return folder;
};

const openFormerEmbedded = async (folder: string): Promise<FormerDatabase> => {
  const { PGlite } = await import('@electric-sql/pglite');
  const dump = new Blob([await readFile(inject('pgliteDump'))]);
  const database = connectEmbedded(await PGlite.create({ loadDataDir: dump }));
  // Loading a database and emptying it costs less than making one.
  for (const schema of ['public', 'drizzle']) await database.pool.query(`drop schema ${schema} cascade`);
  await database.pool.query('create schema public');
  await migrate(database.db, { migrationsFolder: folder });
  const close = async () => {
    await database.pool.end();
    await database.embedded.close();
  };
  return {
    database: { ...database, close },
    upgrade: () => migrate(database.db, { migrationsFolder }),
    adminUrl: null,
  };
};

// The role that only serves has the name of the database.
const createWithTwoRoles = async () => {
  const name = `former_${crypto.randomUUID().replaceAll('-', '')}`;
  const server = new URL(inject('postgresUrl'));
  const urlOf = (role: { username?: string; password?: string }) =>
    Object.assign(new URL(server), { pathname: `/${name}`, ...role }).href;
  const urlOfRole = (username: string) => urlOf({ username, password: name });
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  for (const role of [name, `${name}_owner`])
    await client.query(`create role ${role} login password '${name}'`);
  await client.query(`create database ${name} owner ${name}_owner`);
  await client.end();
  return { name, url: urlOfRole(name), ownerUrl: urlOfRole(`${name}_owner`), adminUrl: urlOf({}) };
};

const openFormerPostgres = async (folder: string): Promise<FormerDatabase> => {
  const { name, url, ownerUrl, adminUrl } = await createWithTwoRoles();
  const openPool = (address: string, within = limits) => openPostgresPool(address, within, () => {});
  const ownerPool = openPool(ownerUrl);
  const ownerDb = drizzle(ownerPool);
  await migrate(ownerDb, { migrationsFolder: folder });
  const made = {
    db: ownerDb,
    patientDb: ownerDb,
    operators: { db: ownerDb, patientDb: ownerDb },
    stopDb: ownerDb,
    keyDb: ownerDb,
    pool: ownerPool,
    keyPool: ownerPool,
    embedded: null,
    url: ownerUrl,
  } as const;
  const jobs = await openJobs({ ...made, close: () => ownerPool.end() }, queues, pino({ level: 'silent' }));
  await jobs.stop();
  const grants = await readFile(join(root, 'deploy/serving-role.sql'), 'utf8');
  await ownerPool.query(grants.replaceAll(':"role"', name));
  await ownerPool.end();

  const [pool, patientPool] = [openPool(url), openPool(url, patientLimits(limits))];
  const [db, patientDb] = [connectPool(pool), connectPool(patientPool)];
  const close = async () => {
    await Promise.all([pool.end(), patientPool.end()]);
  };
  const all = { db, patientDb, operators: { db, patientDb }, stopDb: db, keyDb: db };
  return {
    database: { ...all, pool, keyPool: pool, embedded: null, url, close },
    upgrade: () => migratePostgres(ownerUrl),
    adminUrl,
  };
};

export const openFormerDatabase = async (beforeMigration: string) => {
  const folder = await migrationsBefore(beforeMigration);
  const opened = await (onPostgres() ? openFormerPostgres(folder) : openFormerEmbedded(folder));
  await rm(folder, { recursive: true, force: true });
  return opened;
};
