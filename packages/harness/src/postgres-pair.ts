// A PostgreSQL and its synchronous standby, behind one address that leads to one of them at a time, as a managed database
// has it, or each by its own. The primary can be killed and the standby promoted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { startPostgres } from './postgres.ts';
import { waitFor } from './wait-for.ts';

// Connections through this port go to the one that was named last; those to the one before are cut.
const openSwitch = async (first: number) => {
  const port = await freePort();
  const open = new Set<Socket>();
  let target = first;
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    leadTo: (next: number) => {
      target = next;
      cut();
    },
    close: () => {
      server.close();
      cut();
    },
  };
};

const ask = async <Row extends pg.QueryResultRow>(url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

const settings = { wal_level: 'replica', max_connections: '150', hot_standby: 'on' };

export const startPostgresPair = async () => {
  const primary = await startPostgres(settings);
  const program = await readlink(`/proc/${await primary.pid()}/exe`);
  const standbyPort = await freePort();
  const standbyDir = join(primary.dataDir, '../standby');

  // While nobody writes, a copy of the files is a copy of the database.
  await primary.stop();
  await cp(primary.dataDir, standbyDir, { recursive: true, preserveTimestamps: true });
  await primary.start();
  await writeFile(join(standbyDir, 'standby.signal'), '');
  const { uid, gid } = await stat(primary.dataDir);
  await new Promise((done) => spawn('chown', ['-R', `${uid}:${gid}`, standbyDir]).once('close', done));
  const conninfo = `host=127.0.0.1 port=${primary.port} user=ballast password=ballast`;
  const flags = Object.entries({ ...settings, primary_conninfo: conninfo }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const standby = spawn(program, ['-D', standbyDir, '-p', String(standbyPort), ...flags], {
    uid,
    gid,
    stdio: 'ignore',
  });
  await ask(primary.url, "alter system set synchronous_standby_names = '*'");
  await ask(primary.url, 'select pg_reload_conf()');
  await waitFor('the standby to have each commit', async () => {
    const rows = await ask<{ sync_state: string }>(primary.url, 'select sync_state from pg_stat_replication');
    if (rows[0]?.sync_state !== 'sync') throw new Error('it has not');
  });
  const front = await openSwitch(primary.port);
  let isGone = false;
  const urlAt = (port: number | string, query = '') =>
    `postgres://ballast:ballast@127.0.0.1:${port}/postgres${query}`;
  return {
    url: urlAt(front.port),
    // Both servers, the standby first, of which the client takes the one that takes writes.
    bothUrl: urlAt(`${standbyPort},127.0.0.1:${primary.port}`, '?target_session_attrs=read-write'),
    // The server that is the primary at first.
    primaryUrl: urlAt(primary.port),
    // The standby by itself, which takes no writes before it is promoted.
    standbyUrl: urlAt(standbyPort),
    // The machine of the primary is gone; the standby takes its place, and the address leads there.
    failOver: async () => {
      const began = performance.now();
      isGone = true;
      await primary.kill();
      await ask(urlAt(standbyPort), 'select pg_promote(true)');
      front.leadTo(standbyPort);
      return began;
    },
    // The machine is there again, and its server takes writes as before.
    startFormerPrimary: async () => {
      await primary.start();
      isGone = false;
    },
    stop: async () => {
      front.close();
      const ended = once(standby, 'exit');
      standby.kill('SIGINT');
      await ended;
      if (!isGone) await primary.stop();
      await rm(join(primary.dataDir, '..'), { recursive: true, force: true });
    },
  };
};
