// PostgreSQL stopped, hung, read-only, out of connections, with a full disk, and gone with its standby promoted.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '@ballast/harness/postgres';
import { startPostgresPair } from '@ballast/harness/postgres-pair';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { runUnderLoad, whenRefused } from './portal-under-load.ts';
import type { Fault } from './report.ts';
import { addTally, noTally, type WriteLoad } from './write-load.ts';

const refusals = 10;
// A server as operators have it: what was acknowledged is on the disk.
const durable = { max_connections: '60' };

const connectTo = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
};

const onPostgres = async (
  fault: string,
  rounds: number,
  fail: (postgres: Postgres, load: WriteLoad) => Promise<void>,
) => {
  const postgres = await startPostgres(durable);
  const variables = { DATABASE_URL: postgres.url };
  const found = await runUnderLoad({ fault, rounds, variables, fail: (load) => fail(postgres, load) });
  await postgres.remove();
  return found;
};

export const stopPostgres = (rounds: number) =>
  onPostgres('PostgreSQL stopped', rounds, async (postgres, load) => {
    await postgres.stop();
    await whenRefused(load, refusals);
    await postgres.start();
  });

export const hangPostgres = (rounds: number) =>
  onPostgres('PostgreSQL hung', rounds, async (postgres, load) => {
    await postgres.hang();
    await whenRefused(load, refusals);
    await postgres.resume();
  });

export const makeReadOnly = (rounds: number) =>
  onPostgres('PostgreSQL read-only', rounds, async ({ url }, load) => {
    const set = async (value: 'on' | 'off') => {
      const admin = await connectTo(url);
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter database postgres set default_transaction_read_only = ${value}`);
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await admin.end();
    };
    await set('on');
    await whenRefused(load, refusals);
    await set('off');
  });

// Somebody else takes every connection, and the portal loses those that it has.
export const takeConnections = (rounds: number) =>
  onPostgres('PostgreSQL out of connections', rounds, async ({ url }, load) => {
    const admin = await connectTo(url);
    const taken: pg.Client[] = [];
    const takeAll = async () => {
      for (;;) taken.push(await connectTo(url));
    };
    const endOthers = () =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> all($1)",
        [[admin, ...taken].map((client) => (client as pg.Client & { processID: number }).processID)],
      );
    const before = load.refused();
    await waitFor('refused writes', async () => {
      await endOthers();
      await takeAll().catch(() => {});
      if (load.refused() - before < refusals) throw new Error('they are answered');
    });
    await Promise.all(taken.map((client) => client.end()));
    await admin.end();
  });

type Pair = Awaited<ReturnType<typeof startPostgresPair>>;

const failOver = async (fault: string, rounds: number, urlOf: (pair: Pair) => string): Promise<Fault> => {
  const all: Fault = {
    fault,
    rounds,
    ...noTally(),
    refused: 0,
    readyMs: [],
  };
  // A pair fails over once.
  for (let round = 0; round < rounds; round += 1) {
    const pair = await startPostgresPair();
    const one = await runUnderLoad({
      fault: '',
      rounds: 1,
      variables: { DATABASE_URL: urlOf(pair) },
      fail: pair.failOver,
    });
    await pair.stop();
    addTally(all, one);
    all.refused += one.refused;
    all.readyMs.push(...one.readyMs);
    all.slowestProbeMs = Math.max(all.slowestProbeMs ?? 0, one.slowestProbeMs ?? 0);
  }
  return all;
};

export const promoteStandby = (rounds: number) =>
  failOver('PostgreSQL killed, its standby promoted', rounds, ({ url }) => url);

// Nothing leads the portal to the new primary: it has the addresses of both.
export const findNewPrimary = (rounds: number) =>
  failOver('the same, found by the client', rounds, ({ bothUrl }) => bothUrl);

// A file system of its own, of 256 MB, so that nothing else runs out of space.
export const fillDisk = async (rounds: number): Promise<Fault> => {
  const fault = 'disk of PostgreSQL full';
  const folder = await mkdtemp(join(tmpdir(), 'ballast-full-'));
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=1777', 'tmpfs', folder]).status === 0;
  if (!mounted) {
    await rm(folder, { recursive: true });
    return {
      fault,
      rounds: 0,
      ...noTally(),
      refused: 0,
      readyMs: [],
      note: 'not run: nothing may be mounted here',
    };
  }
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const postgres = await startPostgres({ ...durable, min_wal_size: '32MB', max_wal_size: '64MB' });
  if (usual) process.env.TMPDIR = usual;
  else delete process.env.TMPDIR;
  const filler = join(folder, 'filler');
  const found = await runUnderLoad({
    fault,
    rounds,
    variables: { DATABASE_URL: postgres.url },
    fail: async (load) => {
      // All that is left, to the last byte.
      await writeFile(filler, Buffer.alloc(256 * 1024 * 1024)).catch(() => {});
      await whenRefused(load, refusals);
      await rm(filler);
      // Without room for its log PostgreSQL ends; its supervisor starts it again.
      await connectTo(postgres.url)
        .then((client) => client.end())
        .catch(() => postgres.start().catch(() => {}));
    },
  });
  await postgres.remove().catch(() => {});
  spawnSync('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
  return found;
};
