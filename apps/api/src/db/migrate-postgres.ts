// Brings the schema of PostgreSQL up to date. Where it is, nothing is changed, so a role without rights to change it can serve.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inTime } from '../runtime/in-time.ts';
import { StartupProblem } from '../runtime/settings/config.ts';
import { migrationsFolder } from '../runtime/settings/places.ts';
import { codesOf } from './connections/start-problems.ts';

type Migration = { tag: string; when: number };
type Ask = (text: string) => Promise<Record<string, unknown>[]>;

const knownMigrations = (): Migration[] =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')).entries;

// A database that a newer version has migrated lacks nothing.
export const missingMigrations = async (ask: Ask) => {
  const known = knownMigrations();
  const [table] = await ask("select to_regclass('drizzle.__drizzle_migrations') is not null as exists");
  if (!table?.exists) return known.map(({ tag }) => tag);
  const [applied] = await ask('select max(created_at)::text as newest from drizzle.__drizzle_migrations');
  return known.filter(({ when }) => when > Number(applied?.newest)).map(({ tag }) => tag);
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

// Several processes may start at once: one migrates, the others wait for it, however long it takes. It gives the names of what
// was missing.
export const migratePostgres = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, keepAlive: true });
  // What happens to it is told by the statement that it happens to.
  client.on('error', () => {});
  await client.connect();
  // A connection may be open and never answer. Only the lock and the migration itself take as long as they need.
  const ask: Ask = async (text) => (await inTime(client.query(text), answerWithinMs)).rows;
  try {
    if (!(await missingMigrations(ask)).length) return [];
    await client.query("select pg_advisory_lock(hashtext('ballast-migrations'))");
    const missing = await missingMigrations(ask);
    if (missing.length) await migrateWhenFree(client);
    return missing;
  } finally {
    await client.end();
  }
};
