// The primary of several processes: it starts them, puts another in the place of one that ends, counts what they must
// count together, and stops them. It serves nobody itself.
import cluster, { type Worker } from 'node:cluster';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  AggregatorRegistry,
  Counter,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { countThrottle, openThrottleCounter } from '../../identity/throttling/primary-throttles.ts';
import { microseconds } from '../../key-check/check-key.ts';
import { openTokenCounter, takeTokens } from '../../key-check/limits/primary-limiter.ts';
import { inTime } from '../../runtime/in-time.ts';
import { watchProcess, watchUp } from '../../runtime/observability/metrics.ts';
import { type Channel, openChannel } from '../../runtime/processes/channel.ts';
import { type Role, tokenCounter, workerArguments } from '../../runtime/processes/primary.ts';

const firstPauseMs = 100;
const longestPauseMs = 30_000;
// One that served for so long ended for another reason than the one before it.
const steadyAfterMs = 60_000;
const scrapeWithinMs = 3000;

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];
type Running = { worker: Worker; channel: Channel; ready: Promise<boolean>; ended: Promise<End> };

type End = { code: number | string | null; signal: string | null };

// An error is an end only for a process that could not be started; of another it says that a message came after its death.
const endOf = (worker: Worker, log: Logger) =>
  new Promise<End>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker.process.pid !== undefined) return;
      log.error({ err: error }, 'the system refuses to start a process');
      resolve({ code: error.code ?? null, signal: null });
    });
  });

// Where the cores are busy, gateways come before the portal. Threads that a process starts later have its priority.
const priorityStep = 8;
const yieldToKeyChecks = ({ process: { pid } }: Worker, log: Logger) => {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + priorityStep, constants.priority.PRIORITY_LOW));
  } catch (error) {
    log.warn({ err: error }, 'the portal cannot be given a lower priority than key checks');
  }
};

// The process with number 1 has the first role.
export const supervise = (roles: Role[], log: Logger) => {
  const countHere = openTokenCounter(microseconds);
  const countThrottles = openThrottleCounter();
  const running = new Map<number, Running>();
  const own = new Registry();
  const replaced = new Counter({
    name: 'ballast_processes_replaced_total',
    help: 'Processes that ended by themselves and were replaced',
    registers: [own],
  });
  const up = watchUp(own);
  const ownProcess = new Registry();
  ownProcess.setDefaultLabels({ worker: 'primary' });
  watchProcess(ownProcess);
  const roleOf = (number: number) => roles[number - 1] ?? 'portal';
  const counter = tokenCounter(roles);
  let stopping = false;

  const readMetrics = async () => {
    const asked = [...running].map(async ([number, { channel }]) => {
      const found = inTime(channel.ask<WorkerMetrics | null>('metrics'), scrapeWithinMs);
      const metrics = await found.catch(() => null);
      up.set({ worker: String(number), role: roleOf(number) }, metrics ? 1 : 0);
      return metrics;
    });
    // Each series has the number of its process, so none is added to another.
    const found = (await Promise.all(asked)).filter((each) => each !== null);
    for (const registry of [own, ownProcess])
      found.push((await registry.getMetricsAsJSON()) as WorkerMetrics);
    return AggregatorRegistry.aggregate(found).metrics();
  };

  // The process that counts gives no answer while it starts, or when it has ended.
  const countTokens = async (questions: Parameters<typeof countHere>[0]) => {
    const there = counter === null ? undefined : running.get(counter);
    const left = await there?.channel.ask<number[] | null>(takeTokens, questions);
    return left ?? countHere(questions);
  };

  const start = (number: number): Running => {
    const role = roleOf(number);
    cluster.setupPrimary({ args: [...process.argv.slice(2), ...workerArguments(roles, number)] });
    const worker = cluster.fork();
    if (role === 'portal' && roles.includes('key-check')) yieldToKeyChecks(worker, log);
    const ended = endOf(worker, log);
    const { promise: isReady, resolve: sayReady } = Promise.withResolvers<boolean>();
    const channel = openChannel(worker as never, {
      ready: () => sayReady(true),
      metrics: readMetrics,
      [takeTokens]: countTokens,
      [countThrottle]: countThrottles,
    });
    void ended.then(channel.close);
    const ready = Promise.race([isReady, ended.then(() => false)]);
    const started = { worker, channel, ready, ended };
    running.set(number, started);
    return started;
  };

  // Whatever happens, somebody serves under this number again, sooner or later.
  const keep = async (number: number, first: Running) => {
    let current = first;
    for (let pauseMs = firstPauseMs; !stopping; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const began = performance.now();
      const { code, signal } = await current.ended;
      if (stopping) return;
      if (performance.now() - began > steadyAfterMs) pauseMs = firstPauseMs;
      log.error({ worker: number, code, signal }, 'a process has ended, another one takes its place');
      replaced.inc();
      await setTimeout(pauseMs);
      if (stopping) return;
      current = start(number);
    }
  };

  const stop = async () => {
    stopping = true;
    const workers = [...running.values()];
    for (const { worker, channel } of workers) if (worker.isConnected()) void channel.ask('stop');
    await Promise.all(workers.map(({ ended }) => ended));
    return workers.every(({ worker }) => worker.process.exitCode === 0);
  };

  return {
    // The first one prepares the database and the secrets; when it cannot start, neither can the others. Whoever fails has said why.
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
