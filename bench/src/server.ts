// Starts the server as `npm start` does, on a folder and a port of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const isReady = (url: string) =>
  fetch(`${url}/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));

const start = async (command: string, args: string[], env: Record<string, string>) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  });
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const readyMs = performance.now() - began;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended(child);
  };
  return { url, port, pid: child.pid ?? 0, readyMs, stop };
};

export const startPortal = (dataDir: string, env: Record<string, string> = {}) =>
  start('npm', ['start', '--silent'], { DATA_DIR: dataDir, ...env });

// The flags that npm start gives to the server.
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const flags: string[] = packageJson.scripts.start.match(/--(?:max|heap)-\S+/g);

// Without npm in between: the process id is the server's own.
export const startProcess = (dataDir: string, env: Record<string, string>) =>
  start(process.execPath, [...flags, join(root, 'apps/api/src/main.ts')], { DATA_DIR: dataDir, ...env });
