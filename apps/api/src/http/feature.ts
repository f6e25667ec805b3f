// What a feature declares about itself. app/features.ts lists all features, and app/ loops over the list.
import type { FastifyInstance } from 'fastify';
import type { MailKind } from '../email/mail-kinds.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Serve } from './call.ts';
import type { Deps } from './deps.ts';

export type Job = {
  queue: Queue<object>;
  run: (deps: Deps, data: never) => Promise<unknown>;
  // When it comes by itself, as cron says it.
  schedule?: string;
};

export type Feature = {
  name: string;
  routes?: (serve: Serve, deps: Deps, app: FastifyInstance) => void;
  jobs?: Job[];
  mails?: MailKind[];
};

type Run<Data> = (deps: Deps, data: Data) => Promise<unknown>;

export const job = <Data extends object>(queue: Queue<Data>, run: Run<Data>, schedule?: string): Job => ({
  queue,
  run,
  ...(schedule && { schedule }),
});

// A job that goes through whole tables takes as long as they are.
export const patientJob = <Data extends object>(queue: Queue<Data>, run: Run<Data>, schedule: string) =>
  job(queue, (deps, data: Data) => run({ ...deps, db: deps.patientDb }, data), schedule);
