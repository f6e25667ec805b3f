// A real Redis on a port of its own, which can be stopped, started again and held up.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

const program = process.env.REDIS_SERVER ?? 'redis-server';

const answers = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Redis hung up')));
  });

export type Redis = Awaited<ReturnType<typeof startRedis>>;

export const startRedis = async (more: string[] = []) => {
  const port = await freePort();
  let child: ChildProcess | null = null;

  const start = async () => {
    const usual = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const options = [...usual, ...more];
    child = spawn(program, options, { stdio: 'ignore' });
    const missing = once(child, 'error').then(() => {
      throw new Error('Redis is missing: install redis-server, or set REDIS_SERVER to its path');
    });
    await Promise.race([missing, waitFor('Redis to answer', () => answers(port))]);
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
    port,
    start,
    stop,
    hold: () => child?.kill('SIGSTOP'),
    release: () => child?.kill('SIGCONT'),
  };
};
