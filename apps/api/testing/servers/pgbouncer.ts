// A real PgBouncer with the settings of docs/operations.md, in front of a PostgreSQL of the test. Debian has a package of that name.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ballast/harness/free-port';
import { waitFor } from '@ballast/harness/wait-for';

const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
export const hasPgBouncer = () => existsSync(program);

const operations = new URL('../../../../docs/operations.md', import.meta.url);
const readSettings = async () => {
  const [, settings] = /```ini\n([^`]*)```/.exec(await readFile(operations, 'utf8')) ?? [];
  if (!settings) throw new Error('docs/operations.md must have the settings of PgBouncer');
  return settings;
};

// It refuses to run as root.
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

const listens = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).once('error', reject);
  });

// The addresses are those of the test, and its PostgreSQL has no certificate.
export const startPgBouncer = async (databaseUrl: string) => {
  const { username, password, port: databasePort, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'ballast-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = (await readSettings())
    .replace(/^ballast = .*$/m, `ballast = host=127.0.0.1 port=${databasePort} dbname=${pathname.slice(1)}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer', folder)
    .replaceAll(/^server_tls_.*\n/gm, '')
    .concat('unix_socket_dir =\n');
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  await writeFile(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`);

  const start = async () => {
    const child = spawn(program, ['--quiet', join(folder, 'pgbouncer.ini')], { ...user, stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await waitFor('PgBouncer to listen', () => listens(port));
    return async () => {
      child.kill('SIGKILL');
      await ended;
    };
  };
  let end = await start();
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/ballast`,
    restart: async () => {
      await end();
      end = await start();
    },
    stop: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
