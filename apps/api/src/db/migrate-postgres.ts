// Brings the schema of PostgreSQL up to date. Where it is, nothing is changed, so a role without rights to change it can serve.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder } from '../runtime/places.ts';

type Migration = { tag: string; when: number };
type Queryable = Pick<pg.ClientBase, 'query'>;

const knownMigrations = (): Migration[] =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')).entries;

// A database that a newer version has migrated lacks nothing.
export const missingMigrations = async (on: Queryable) => {
  const known = knownMigrations();
  const table = await on.query("select to_regclass('drizzle.__drizzle_migrations') is not null as exists");
  if (!table.rows[0].exists) return known.map(({ tag }) => tag);
  const { rows } = await on.query('select max(created_at)::text as newest from drizzle.__drizzle_migrations');
  return known.filter(({ when }) => when > Number(rows[0].newest)).map(({ tag }) => tag);
};

// Several processes may start at once: one migrates, the others wait for it, however long it takes. It gives the names of what
// was missing.
export const migratePostgres = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, keepAlive: true });
  // What happens to it is told by the statement that it happens to.
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await missingMigrations(client)).length) return [];
    await client.query("select pg_advisory_lock(hashtext('ballast-migrations'))");
    const missing = await missingMigrations(client);
    if (missing.length) await migrate(drizzle(client), { migrationsFolder });
    return missing;
  } finally {
    await client.end();
  }
};
