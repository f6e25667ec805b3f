// A migration beside a session that keeps a table locked, as a dump does.
import { once } from 'node:events';
import { connect as connectTo, createServer } from 'node:net';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { onPostgres } from '../../testing/databases/database.ts';
import { openServers } from './connections/servers.ts';
import { databaseProblem, mayCome } from './connections/start-problems.ts';
import { migratePostgres } from './migrate-postgres.ts';

const connect = async (database?: string) => {
  const url = new URL(inject('postgresUrl'));
  if (database) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(() => client.end());
  return { client, url: url.href };
};

test.runIf(onPostgres())(
  'a migration that finds a table locked lets go, so that calls go on, and tries again',
  async () => {
    const { client: server } = await connect();
    const name = `migrated_${crypto.randomUUID().replaceAll('-', '')}`;
    await server.query(`create database ${name}`);
    const { client: holder, url } = await connect(name);
    await holder.query('create schema drizzle');
    await holder.query(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    );
    await holder.query('begin');
    await holder.query('lock table drizzle.__drizzle_migrations in share mode');

    const waiting = async () => {
      const { rows } = await server.query(
        `select count(*)::int as count from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`,
      );
      return rows[0].count;
    };
    const migrated = migratePostgres(openServers(url));
    await waitFor('the migration to wait', async () => expect(await waiting()).toBe(1));
    await waitFor('the migration to let go', async () => expect(await waiting()).toBe(0));
    await holder.query('rollback');
    expect(await migrated).toContain('0000_baseline');
  },
);

// It passes everything on until the session is open, and nothing afterwards.
const startSilentProxy = async (target: URL) => {
  const readyForQuery = Buffer.from('Z\x00\x00\x00\x05I', 'latin1');
  const server = createServer((client) => {
    const upstream = connectTo(Number(target.port), target.hostname);
    onTestFinished(() => void upstream.destroy());
    client.on('error', () => {}).on('data', (chunk) => upstream.write(chunk));
    upstream
      .on('error', () => {})
      .on('data', (chunk) => {
        client.write(chunk);
        if (chunk.includes(readyForQuery)) upstream.removeAllListeners('data');
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return url.href;
};

test.runIf(onPostgres())('a database that opens a session and then says nothing is given up', async () => {
  const url = await startSilentProxy(new URL(inject('postgresUrl')));
  await expect(migratePostgres(openServers(url))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a database that accepts a connection and says nothing cannot be reached, and may come', async () => {
  const server = createServer((client) => client.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const servers = openServers(`postgres://portal@127.0.0.1:${port}/portal`);
  const error = await migratePostgres(servers).catch((error) => error);
  expect(databaseProblem(error)).toBe('The database cannot be reached: check DATABASE_URL');
  expect(mayCome(error)).toBe(true);
});
