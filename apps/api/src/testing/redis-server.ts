// A real Redis on a port of its own, which can be stopped, started again and held up.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { vi } from 'vitest';
import { freePort } from './postgres-server.ts';

const answers = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('PING\r\n'));
    socket.once('data', () => resolve());
    socket.once('error', reject);
  });

export const startRedis = async () => {
  const port = await freePort();
  let child: ChildProcess | null = null;

  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn(process.env.REDIS_SERVER ?? 'redis-server', options, { stdio: 'ignore' });
    const failed = once(child, 'error').then(([error]) => Promise.reject(error));
    await Promise.race([failed, vi.waitFor(() => answers(port), { timeout: 10_000, interval: 20 })]);
  };
  const stop = async () => {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = null;
    await ended;
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    hold: () => child?.kill('SIGSTOP'),
    release: () => child?.kill('SIGCONT'),
  };
};
