// npm run dev: the API restarts and the web app reloads when a source changes.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// The web app's own server is the portal's address here: providers and mails lead back to it.
const env = { PUBLIC_URL: 'http://localhost:5173', ...process.env };
const start = (command, ...args) => spawn(command, args, { cwd: root, stdio: 'inherit', env });

const children = [
  start(
    'node',
    '--env-file-if-exists=.env',
    '--watch-path=apps/api/src',
    '--watch-path=packages/contract/src',
    'apps/api/src/main.ts',
  ),
  start('vite', 'apps/web'),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
