// The primary of several processes: it starts them, puts another in the place of one that ends, counts what they must
// count together, and stops them. It serves nobody itself.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countThrottle, openThrottleCounter } from '../../identity/throttling/primary-throttles.ts';
import { microseconds } from '../../key-check/limits/memory-limiter.ts';
import { openTokenCounter, takeTokens } from '../../key-check/limits/primary-limiter.ts';
import { type Role, tokenCounter, workerArguments } from '../../runtime/processes/primary.ts';
import { openFleetMetrics } from './fleet-metrics.ts';
import { openHeartbeat } from './heartbeat.ts';
import { type End, type Running, startWorker } from './worker.ts';

const firstPauseMs = 100;
const longestPauseMs = 30_000;
// One that served for so long ended for another reason than the one before it.
const steadyAfterMs = 60_000;

// Starts another process each time one ends, with a growing pause.
const replaceForever = async (
  first: Running,
  isStopping: () => boolean,
  replace: (end: End) => () => Running,
) => {
  let current = first;
  for (let pauseMs = firstPauseMs; !isStopping(); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const began = performance.now();
    const end = await current.ended;
    if (isStopping()) return;
    if (performance.now() - began > steadyAfterMs) pauseMs = firstPauseMs;
    const start = replace(end);
    await setTimeout(pauseMs);
    if (isStopping()) return;
    current = start();
  }
};

// The process that counts gives no answer while it starts, or when it has ended.
const openSharedCount = (running: Map<number, Running>, roles: Role[]) => {
  const countHere = openTokenCounter(microseconds);
  const counter = tokenCounter(roles);
  return async (questions: Parameters<typeof countHere>[0]) => {
    const there = counter === null ? undefined : running.get(counter);
    const left = await there?.channel.ask<number[] | null>(takeTokens, questions);
    return left ?? countHere(questions);
  };
};

// The process with number 1 has the first role.
export const supervise = (roles: Role[], log: Logger, workerTimeoutMs: number) => {
  const running = new Map<number, Running>();
  const roleOf = (number: number) => roles[number - 1] ?? 'portal';
  const metrics = openFleetMetrics(running, roles);
  const heartbeat = openHeartbeat(running, workerTimeoutMs, log);
  let stopping = false;

  const handlers = {
    metrics: metrics.read,
    fleet: metrics.count,
    [takeTokens]: openSharedCount(running, roles),
    [countThrottle]: openThrottleCounter(),
  };

  const start = (number: number) => {
    const args = [...process.argv.slice(2), ...workerArguments(roles, number)];
    const isBelowKeyChecks = roleOf(number) === 'portal' && roles.includes('key-check');
    const started = startWorker({ args, handlers, isBelowKeyChecks }, log);
    running.set(number, started);
    return started;
  };

  const keep = (number: number, first: Running) =>
    replaceForever(
      first,
      () => stopping,
      (end) => {
        log.error({ worker: number, ...end }, 'a process has ended, another one takes its place');
        metrics.countReplaced();
        return () => start(number);
      },
    );

  const stop = async () => {
    stopping = true;
    heartbeat.stop();
    const workers = [...running.values()];
    for (const { worker, channel } of workers) if (worker.isConnected()) void channel.ask('stop');
    await Promise.all(workers.map(({ ended }) => ended));
    return workers.every(({ worker }) => worker.process.exitCode === 0);
  };

  return {
    // The first one prepares the database and the secrets, so when it cannot start, the others cannot either. It has logged why.
    startAll: async () => {
      const first = start(1);
      if (!(await first.ready)) return false;
      const others = stopping ? [] : roles.slice(1).map((_, n) => start(n + 2));
      // Each is replaced from the moment at which it is ready, also while another one is not.
      const all = [first, ...others].map(async (each, index) => {
        if (!(await each.ready)) throw new Error('a process could not start');
        void keep(index + 1, each);
      });
      const areReady = await Promise.all(all).then(
        () => true,
        () => false,
      );
      return areReady && !stopping;
    },
    stop,
    // A process that hangs would keep its port.
    kill: () => {
      for (const { worker } of running.values()) worker.process.kill('SIGKILL');
    },
  };
};
