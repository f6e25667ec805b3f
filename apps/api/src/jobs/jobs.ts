// Work that outlives the request is queued in the transaction that causes it, and retried until it succeeds.
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db, OpenDatabase } from '../db/connections/open.ts';
import { nameError } from '../runtime/observability/describe-error.ts';
import { requestContext } from '../runtime/observability/request-context.ts';
import type { Tracing } from '../runtime/observability/tracing.ts';
import { embeddedJobs } from './embedded-jobs.ts';
import type { Queue } from './queue.ts';

export type WaitingJob<Job> = { id: string; job: Job };

export type Jobs = {
  enqueue: <Job extends object>(
    tx: Db,
    queue: Queue<Job>,
    job: Job,
    when?: { afterSeconds: number; label?: string },
  ) => Promise<void>;
  // The jobs that were queued with this label and have not begun yet, the oldest first.
  listWaiting: <Job extends object>(tx: Db, queue: Queue<Job>, label: string) => Promise<WaitingJob<Job>[]>;
  remove: (tx: Db, queue: Queue<object>, id: string) => Promise<void>;
  work: <Job extends object>(queue: Queue<Job>, handle: (job: Job) => Promise<void>) => Promise<void>;
  schedule: (queue: Queue<object>, cron: string) => Promise<void>;
  // Removes all jobs, also those that are done, in which one of these texts is a value of its own. Says how many there were.
  forget: (tx: Db, texts: string[]) => Promise<number>;
  // Removes what was done, or given up, before these times: jobs hold addresses and names.
  dropOld: (before: { done: Date; failed: Date }) => Promise<void>;
  stop: () => Promise<void>;
};

// The request that caused a job is known by its id wherever the job leaves a line.
type Caused = { reqId?: string; traceparent?: string };

export type CountJob = (queue: string, outcome: (typeof jobOutcomes)[number]) => void;
export const jobOutcomes = ['completed', 'failed', 'given_up'] as const;

// The pause is one second after the first failure and doubles to an hour: about a day in all.
const retries = { retryLimit: 30, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

// New jobs are announced at once; polling finds those whose retry is due.
// What comes with a job says how often it was tried already.
const polling = {
  includeMetadata: true,
  localConcurrency: 2,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
} as const;

// The portal itself removes what is over (dropOld), so that one table of settings says when.
const keptByQueue = { deleteAfterSeconds: 0 };

// A text stands in quotation marks where it is a whole value, so that no longer one counts that only ends alike.
const forgetJobs = async (tx: Db, texts: string[]) => {
  const { rowCount } = await tx.execute(sql`
    delete from pgboss.job where exists (
      select from unnest(${sql.param(texts)}::text[]) as searched
      where strpos(lower(data::text), lower(to_json(searched)::text)) > 0)`);
  return rowCount ?? 0;
};

export const openJobs = async (
  { db, pool, url }: OpenDatabase,
  queues: readonly Queue<object>[],
  log: Logger,
  count: CountJob = () => {},
  tracing: Tracing | null = null,
): Promise<Jobs> => {
  const connection = url
    ? { connectionString: url, max: 4 }
    : { db: embeddedJobs(pool), backend: 'pglite' as const };
  const boss = new PgBoss({ ...connection, useListenNotify: true });
  // pg-boss reports a lost connection here and goes on by itself; without a listener it would end the process.
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  for (const { name } of queues) await boss.createQueue(name, { ...retries, notify: true });

  return {
    enqueue: async (tx, { name }, job, { afterSeconds, label } = { afterSeconds: 0 }) => {
      const labelled = label ? { singletonKey: label } : {};
      const { reqId } = requestContext.getStore() ?? {};
      const traceparent = tracing?.current();
      const cause = { ...(reqId && { reqId }), ...(traceparent && { traceparent }) };
      await boss.send(
        name,
        { ...job, ...cause },
        { db: fromDrizzle(tx, sql), startAfter: afterSeconds, ...keptByQueue, ...labelled },
      );
    },
    listWaiting: async <Job extends object>(tx: Db, { name }: Queue<Job>, label: string) => {
      const { rows } = await tx.execute<WaitingJob<Job>>(sql`
        select id, data as job from pgboss.job
        where name = ${name} and singleton_key = ${label} and state < 'active' order by created_on`);
      return rows;
    },
    remove: async (tx, { name }, id) => {
      await boss.deleteJob(name, id, { db: fromDrizzle(tx, sql) });
    },
    work: async <Job extends object>({ name }: Queue<Job>, handle: (job: Job) => Promise<void>) => {
      let worker: string | undefined;
      worker = await boss.work<Job & Caused, void, typeof polling>(name, polling, async ([job]) => {
        if (!job) return;
        const { reqId, traceparent, ...data } = job.data ?? {};
        const span = tracing?.begin(`job ${name}`, { kind: 'consumer', parent: traceparent });
        const known = { ...(reqId && { reqId }), ...(span && { traceId: span.traceId }) };
        const work = () => requestContext.run(known, () => handle(data as Job));
        try {
          await (span ? span.run(work) : work());
          span?.end(false);
          count(name, 'completed');
        } catch (error) {
          span?.end(true);
          const isLast = job.retryCount >= job.retryLimit;
          count(name, isLast ? 'given_up' : 'failed');
          log.warn(
            { queue: name, jobId: job.id, ...known, err: error },
            isLast ? 'job failed, is given up' : 'job failed, will be retried',
          );
          // The queue keeps what it is thrown, in the database.
          throw new Error(nameError(error));
        } finally {
          // Where one job was, others may wait: a burst is worked off without a pause between its jobs.
          if (worker) boss.notifyWorker(worker);
        }
      });
    },
    schedule: async ({ name }, cron) => {
      await boss.schedule(name, cron);
    },
    forget: forgetJobs,
    dropOld: async ({ done, failed }) => {
      await db.execute(sql`
        delete from pgboss.job
        where (state = 'completed' and completed_on < ${done.toISOString()}::timestamptz)
          or (state in ('failed', 'cancelled') and completed_on < ${failed.toISOString()}::timestamptz)`);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
};
