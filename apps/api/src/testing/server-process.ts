// The server as operators run it: a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { freePort } from './postgres-server.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url));

export const runServer = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, output, exit };
};

export const startServer = async (env: Record<string, string>) => {
  const port = env.PORT ?? String(await freePort());
  const server = runServer({ ...env, PORT: port });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.output.stderr}`);
      const answer = await fetch(`${url}/ready`);
      if (!answer.ok) throw new Error('not ready');
    },
    { timeout: 40_000, interval: 50 },
  );
  return { ...server, url, port, stop: () => stopServer(server.child, server.exit) };
};

const stopServer = async (child: ChildProcess, exit: Promise<number | null>) => {
  child.kill('SIGTERM');
  return exit;
};
