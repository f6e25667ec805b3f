// Two processes whose limits are counted in one Redis, beside the same two that count by themselves, and Redis alone.
import { connect } from 'node:net';
import { startRedis } from '@ballast/harness/redis';
import { askAll, during, type Load, questionWith, showLoad, summarize, untilKnown } from '../load.ts';
import { startStage } from './stage.ts';

const turnMs = 4000;
const connections = 64;

// The least that counting in Redis can cost: one increment for each request.
const askRedis = async (port: number): Promise<Load> => {
  const times: number[] = [];
  const end = performance.now() + turnMs;
  const askOn = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let askedAt = 0;
      const ask = () => {
        askedAt = performance.now();
        if (askedAt >= end) return socket.destroy();
        socket.write('*2\r\n$4\r\nINCR\r\n$5\r\ncount\r\n');
      };
      socket.once('connect', ask);
      socket.on('data', () => {
        times.push(performance.now() - askedAt);
        ask();
      });
      socket.once('close', () => resolve());
    });
  await Promise.all(Array.from({ length: connections }, askOn));
  return summarize(times, turnMs / 1000);
};

const twoProcesses = async (env: Record<string, string>) => {
  const stage = await startStage(2, env);
  const questions = (await stage.newKeys(10_000)).map(questionWith);
  await askAll(stage.ports, untilKnown(questions), connections);
  const load = await askAll(stage.ports, during(turnMs, questions), connections);
  await stage.stop();
  return load;
};

export const measureSharedLimits = async () => {
  const redis = await startRedis();
  const shared = await twoProcesses({ REDIS_URL: redis.url });
  const bare = await askRedis(redis.port);
  await redis.stop();
  const apart = await twoProcesses({});
  console.log('Key check, two processes, 10 000 cached keys: 50%, 99%');
  showLoad('Redis alone, one increment each', bare);
  showLoad('limits in memory, each process its own', apart);
  showLoad(
    'limits in Redis, exact over both',
    shared,
    `ratio ${(shared.perSecond / apart.perSecond).toFixed(2)}`,
  );
  console.log();
};
