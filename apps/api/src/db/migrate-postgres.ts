// Brings the schema of PostgreSQL up to date. Where it is, nothing is changed, so a role without rights to change it can serve.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder } from '../runtime/places.ts';

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

// Several processes may start at once: one migrates, the others wait for it, however long it takes. It gives the names of what
// was missing.
export const migratePostgres = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, keepAlive: true });
  // What happens to it is told by the statement that it happens to.
  client.on('error', () => {});
  await client.connect();
  const ask: Ask = async (text) => (await client.query(text)).rows;
  try {
    if (!(await missingMigrations(ask)).length) return [];
    await client.query("select pg_advisory_lock(hashtext('ballast-migrations'))");
    const missing = await missingMigrations(ask);
    if (missing.length) await migrate(drizzle(client), { migrationsFolder });
    return missing;
  } finally {
    await client.end();
  }
};
