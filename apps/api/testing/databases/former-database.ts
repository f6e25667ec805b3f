// A database that lacks one migration, and the way to apply it while a portal runs on it. Later migrations are there, because
// the portal of today needs their columns. On PostgreSQL the portal's role owns nothing: it has the rights that
// deploy/serving-role.sql gave it before the migration.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { queues } from '../../src/app/job-handlers.ts';
import { connectEmbedded, connectPool, type OpenDatabase } from '../../src/db/connections/open.ts';
import { openPostgresPool } from '../../src/db/connections/postgres-pool.ts';
import { openJobs } from '../../src/jobs/jobs.ts';
import { patientLimits, usualLimits } from '../../src/runtime/settings/database-limits.ts';
import { migrationsFolder } from '../../src/runtime/settings/places.ts';
import { onPostgres } from './database.ts';

type FormerDatabase = {
  database: OpenDatabase;
  upgrade: () => Promise<unknown>;
  // Who waits for whom is seen by nobody but the server's own user.
  adminUrl: string | null;
};

// A slow machine must not look like a database that hangs.
const limits = { ...usualLimits, statementMs: 120_000, lockMs: 120_000, idleTransactionMs: 0 };

type Migration = { tag: string; when: number };
type Folders = { before: string; upgrade: string };

const copyMigrations = async (choose: (all: Migration[]) => Migration[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-former-'));
  await cp(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: Migration[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: choose(journal.entries) }));
  return folder;
};

const isNumber = (number: string) => (migration: Migration) => migration.tag.startsWith(`${number}_`);

const foldersWithout = async (number: string): Promise<Folders> => {
  const isMissing = isNumber(number);
  return {
    before: await copyMigrations((all) => all.filter((migration) => !isMissing(migration))),
    // Only what is newer than everything that was applied is applied.
    upgrade: await copyMigrations((all) => {
      const newest = Math.max(...all.map(({ when }) => when));
      return all.filter(isMissing).map((migration) => ({ ...migration, when: newest + 1 }));
    }),
  };
};

const openFormerEmbedded = async ({ before, upgrade }: Folders): Promise<FormerDatabase> => {
  const { PGlite } = await import('@electric-sql/pglite');
  const dump = new Blob([await readFile(inject('pgliteDump'))]);
  const database = connectEmbedded(await PGlite.create({ loadDataDir: dump }));
  // Loading a database and emptying it costs less than making one.
  for (const schema of ['public', 'drizzle']) await database.pool.query(`drop schema ${schema} cascade`);
  await database.pool.query('create schema public');
  await migrate(database.db, { migrationsFolder: before });
  const close = async () => {
    await database.pool.end();
    await database.embedded.close();
  };
  return {
    database: { ...database, close },
    upgrade: () => migrate(database.db, { migrationsFolder: upgrade }),
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

const openFormerPostgres = async ({ before, upgrade }: Folders): Promise<FormerDatabase> => {
  const { name, url, ownerUrl, adminUrl } = await createWithTwoRoles();
  const openPool = (address: string, within = limits) => openPostgresPool(address, within, () => {});
  const ownerPool = openPool(ownerUrl);
  const ownerDb = drizzle(ownerPool);
  await migrate(ownerDb, { migrationsFolder: before });
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
    upgrade: async () => {
      const owner = openPool(ownerUrl);
      await migrate(drizzle(owner), { migrationsFolder: upgrade });
      await owner.end();
    },
    adminUrl,
  };
};

export const openFormerDatabase = async (missingMigration: string) => {
  const folders = await foldersWithout(missingMigration);
  const opened = await (onPostgres() ? openFormerPostgres(folders) : openFormerEmbedded(folders));
  const removeFolders = () =>
    Promise.all(Object.values(folders).map((folder) => rm(folder, { recursive: true, force: true })));
  return { ...opened, upgrade: () => opened.upgrade().finally(removeFolders) };
};
