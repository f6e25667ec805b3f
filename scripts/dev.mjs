// npm run dev: the API restarts and the web app reloads when a source changes. One address serves all that the product
// serves; with -- --free-port it is one that nobody uses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wantsFreePort = process.argv.includes('--free-port');

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return String(port);
};

const apiPort = wantsFreePort ? await freePort() : (process.env.PORT ?? '3000');
const webPort = wantsFreePort ? await freePort() : '5173';

// The web app's own server is the portal's address here: providers and mails lead back to it.
const env = {
  PUBLIC_URL: `http://localhost:${webPort}`,
  ...process.env,
  PORT: apiPort,
  API_PORT: apiPort,
};
const start = (command, ...args) => spawn(command, args, { cwd: root, stdio: 'inherit', env });

const children = [
  start(
    'node',
    ...(existsSync(join(root, '.env')) ? ['--env-file=.env'] : []),
    '--watch-path=apps/api/src',
    '--watch-path=packages/contract/src',
    'apps/api/src/app/main.ts',
  ),
  start('vite', 'apps/web', '--port', webPort),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
