// The built portal runs as operators run it, as a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { portalLog } from './portal-log.ts';
import { hangsAfter } from './wait-for.ts';

type Variables = Record<string, string>;

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const server = join(root, 'apps/api/dist/main.js');
const flags = readFileSync(join(root, 'apps/api/node-flags'), 'utf8').trim().split(/\s+/);

// It is the same folder as npm start uses: what one process compiled, the next one reads.
const compileCache = join(root, 'node_modules/.cache/compiled');

// A slow machine must not look like a database or a process that hangs.
const patience = {
  TIMEOUTS_MS:
    'database_statement=120000,database_lock=120000,database_silence=120000,primary=120000,worker=120000',
};

export const runPortal = (variables: Variables, nodeFlags: string[] = []) => {
  const child = spawn(process.execPath, [...flags, ...nodeFlags, server], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      LOG_LEVEL: 'info',
      ...patience,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const log = portalLog(`portal, process ${child.pid}`);
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      log.write(text);
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, output, exit };
};

type Running = ReturnType<typeof runPortal>;

// The portal says itself when it is ready; nobody has to ask.
const ready = async ({ child, output, exit }: Running) => {
  const ended = exit.then((code) => {
    throw new Error(`the portal ended with code ${code} before it was ready: ${output.stderr}`);
  });
  const isReady = async () => {
    while (!/ is ready("\})?$/m.test(output.stdout)) await once(child.stdout, 'data');
  };
  await hangsAfter('the portal to be ready', Promise.race([ended, isReady()]));
};

export type Portal = Awaited<ReturnType<typeof startPortal>>;

// Without a DATA_DIR it gets a folder of its own, which goes with it.
export const startPortal = async (variables: Variables = {}, nodeFlags: string[] = []) => {
  const port = variables.PORT ?? String(await freePort());
  const ownFolder = variables.DATA_DIR ? null : await mkdtemp(join(tmpdir(), 'ballast-portal-'));
  const running = runPortal(
    { ...(ownFolder && { DATA_DIR: ownFolder }), ...variables, PORT: port },
    nodeFlags,
  );
  await ready(running);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    running.child.kill(signal);
    const code = await hangsAfter(`the portal to end after ${signal}`, running.exit);
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
    return code;
  };
  return {
    ...running,
    url: `http://127.0.0.1:${port}`,
    port,
    pid: running.child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};
