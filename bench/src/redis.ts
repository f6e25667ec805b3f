// A real Redis for a measurement, which keeps nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './server.ts';

const program = process.env.REDIS_SERVER ?? '/usr/bin/redis-server';

const answers = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  const up = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return up;
};

export const startRedis = async () => {
  const port = await freePort();
  const server = spawn(program, ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  await once(server, 'spawn').catch(() => {
    throw new Error('Redis is missing: install redis-server, or set REDIS_SERVER to its path');
  });
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return { url: `redis://127.0.0.1:${port}`, port, stop };
};
