// One process that the primary starts, and the messages between them.
import cluster, { type Worker } from 'node:cluster';
import { constants, getPriority, setPriority } from 'node:os';
import type { Logger } from 'pino';
import { type Channel, openChannel } from '../../runtime/processes/channel.ts';

export type Running = {
  worker: Worker;
  channel: Channel;
  ready: Promise<boolean>;
  ended: Promise<End>;
  life: Life;
};

// What the primary knows of it at the moment.
type Life = {
  isReady: boolean;
  hasEnded: boolean;
  isAsked: boolean;
  silences: number;
  isGivenUp: boolean;
};

export type End = { code: number | string | null; signal: string | null };

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

type Options = {
  args: string[];
  handlers: Parameters<typeof openChannel>[1];
  isBelowKeyChecks: boolean;
};

export const startWorker = ({ args, handlers, isBelowKeyChecks }: Options, log: Logger): Running => {
  cluster.setupPrimary({ args });
  const worker = cluster.fork();
  if (isBelowKeyChecks) yieldToKeyChecks(worker, log);
  const ended = endOf(worker, log);
  const { promise: isReady, resolve: sayReady } = Promise.withResolvers<boolean>();
  const life: Life = { isReady: false, hasEnded: false, isAsked: false, silences: 0, isGivenUp: false };
  const hearReady = () => {
    life.isReady = true;
    sayReady(true);
  };
  const channel = openChannel(worker as never, { ...handlers, ready: hearReady });
  void ended.then(() => {
    life.hasEnded = true;
    channel.close();
  });
  return { worker, channel, ready: Promise.race([isReady, ended.then(() => false)]), ended, life };
};
