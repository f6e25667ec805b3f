// The database that a test file runs on, fresh and migrated.
import { readFile } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import {
  connectEmbedded,
  type OpenDatabase,
  openEmbedded,
  openPostgres,
} from '../../src/db/connections/open.ts';
import { usualLimits } from '../../src/runtime/settings/database-limits.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: 'pglite' | 'postgres';
    // How much is tried: what everybody waits for, or all that there is.
    scope: 'usual' | 'all';
    // Which bad input is generated.
    fuzzSeed: number;
    pgliteDump: string;
    postgresUrl: string;
  }
}

export const onPostgres = () => inject('database') === 'postgres';

// A number of repetitions, by how much is tried.
export const inWholeScope = () => inject('scope') === 'all';
export const howOften = (times: Record<'usual' | 'all', number>) => times[inject('scope')];

// The database that the set-up migrated: a copy of it costs less than the migrations.
export const templateName = 'ballast_template';

// A test gets a database of its own on the server that the set-up started.
const createPostgresDatabase = async () => {
  const server = new URL(inject('postgresUrl'));
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(`create database ${name} template ${templateName}`);
  await client.end();
  server.pathname = `/${name}`;
  return server.href;
};

// A worker keeps one embedded database for its next test, because emptying it costs a tenth of what opening another does.
let shared: PGlite | undefined;

// Of about sixty tables a test fills a few. Deleted rows keep their room, so large ones are truncated, with all that refer to them.
const emptyTables = `
  do $$
  declare
    found record;
    filled boolean;
    large text[] := '{}';
  begin
    for found in
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      -- Jobs that were waiting belong to the test before.
      where schemaname = 'public' or (schemaname, tablename) = ('pgboss', 'job')
    loop
      execute 'select exists (select from ' || found.name || ')' into filled;
      continue when not filled;
      if pg_relation_size(found.name) > 256 * 1024 then large := large || found.name;
      else execute 'delete from ' || found.name;
      end if;
    end loop;
    if large <> '{}' then execute 'truncate ' || array_to_string(large, ', ') || ' cascade';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences
      where schemaname = 'public' and last_value is not null;
  end $$`;

const reconnectEmpty = async (embedded: PGlite) => {
  const database = connectEmbedded(embedded);
  // The operator log refuses to be emptied.
  await database.pool.query('set session_replication_role = replica');
  await database.pool.query(emptyTables);
  await database.pool.query('set session_replication_role = origin');
  return database;
};

const openEmptyEmbedded = async () => {
  const embedded = shared;
  shared = undefined;
  const database = embedded
    ? await reconnectEmpty(embedded)
    : await openEmbedded({ loadDataDir: new Blob([await readFile(inject('pgliteDump'))]) });
  const close = async () => {
    await database.pool.end();
    if (shared) await database.embedded.close();
    else shared = database.embedded;
  };
  return { ...database, close };
};

// A slow machine must not look like a database that hangs.
const patientTests = { ...usualLimits, statementMs: 120_000, lockMs: 120_000, silenceMs: 120_000 };

export const openTestDatabase = async (): Promise<OpenDatabase> =>
  onPostgres() ? openPostgres(await createPostgresDatabase(), () => {}, patientTests) : openEmptyEmbedded();

// Servers that run as a process of their own get their database by these variables.
export const databaseVariables = async (): Promise<Record<string, string>> =>
  onPostgres() ? { DATABASE_URL: await createPostgresDatabase() } : {};
