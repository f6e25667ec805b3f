// Brings the schema of PostgreSQL up to date. Where it is, nothing is changed, so a role without rights to change it can serve.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartupProblem } from '../runtime/failure.ts';
import { inTime } from '../runtime/in-time.ts';
import { migrationsFolder } from '../runtime/settings/places.ts';
import type { Servers } from './connections/servers.ts';
import { codesOf } from './error-codes.ts';

type Migration = { tag: string; when: number };
type Ask = (text: string) => Promise<Record<string, unknown>[]>;

const knownMigrations = (): Migration[] =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')).entries;

const newestApplied = async (ask: Ask) => {
  const [table] = await ask("select to_regclass('drizzle.__drizzle_migrations') is not null as exists");
  if (!table?.exists) return 0;
  const [applied] = await ask('select max(created_at)::text as newest from drizzle.__drizzle_migrations');
  return Number(applied?.newest);
};

const newerThan = (applied: number) =>
  knownMigrations()
    .filter(({ when }) => when > applied)
    .map(({ tag }) => tag);

// A database that a newer version has migrated lacks nothing.
export const missingMigrations = async (ask: Ask) => newerThan(await newestApplied(ask));

// The baseline makes all tables at once, so only an empty database can take it. It has the time of the last migration that it
// replaced: a database with that migration has the same schema.
export const migrationsToApply = async (ask: Ask) => {
  const applied = await newestApplied(ask);
  const [baseline] = knownMigrations();
  if (applied && baseline && applied < baseline.when)
    throw new StartupProblem(
      'The database is older than migration 0036_ended_passwords of 0.1.0, from which this version upgrades: start 0.1.0 on it once, then this version',
    );
  return newerThan(applied);
};

// While a change waits for a table, every call of the running portal waits behind it. So it waits shortly, lets the calls go on,
// and tries again. A dump that runs meanwhile holds its locks for minutes.
const lockMs = 2000;
const pauseMs = 3000;
const mostTries = 120;

const answerWithinMs = 5000;

const lockNotAvailable = '55P03';

const migrateWhenFree = async (client: pg.Client) => {
  await client.query(`set lock_timeout = ${lockMs}`);
  for (let tried = 1; ; tried += 1) {
    try {
      return await migrate(drizzle(client), { migrationsFolder });
    } catch (error) {
      if (!codesOf(error).includes(lockNotAvailable)) throw error;
      if (tried === mostTries)
        throw new StartupProblem(
          'Another session keeps the tables locked that must change, a backup for example. Migrate when it is done.',
        );
      await setTimeout(pauseMs);
    }
  }
};

// Several processes may start at once: one migrates, the others wait for it, however long it takes. This returns the names of
// the applied migrations.
export const migratePostgres = async (servers: Servers) => {
  const client = await servers.connect(answerWithinMs);
  // A connection may be open and never answer. Only the lock and the migration itself take as long as they need.
  const ask: Ask = async (text) => (await inTime(client.query(text), answerWithinMs)).rows;
  try {
    if (!(await migrationsToApply(ask)).length) return [];
    await client.query("select pg_advisory_lock(hashtext('ballast-migrations'))");
    const missing = await migrationsToApply(ask);
    if (missing.length) await migrateWhenFree(client);
    return missing;
  } finally {
    await client.end();
  }
};
