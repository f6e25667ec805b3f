// Work that outlives the request is queued in the transaction that causes it, and retried until it succeeds.
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, type Db as JobsDatabase, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db, OpenDatabase } from '../db/connections/open.ts';
import { listenEmbedded } from '../db/embedded/embedded-listen.ts';
import type { Lifeline } from '../db/lifeline/lifeline.ts';
import { nameError } from '../runtime/observability/describe-error.ts';
import { requestContext } from '../runtime/observability/request-context.ts';
import type { Tracing } from '../runtime/observability/tracing.ts';
import type { Queue } from './queue.ts';
import { tellQueueErrors } from './queue-errors.ts';
import { openWake, type Wake } from './wake-due.ts';

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
  // Of the jobs with one of these labels, those that are not done.
  listUndone: (tx: Db, queue: Queue<object>, labels: string[]) => Promise<{ isGivenUp: boolean }[]>;
  remove: (tx: Db, queue: Queue<object>, id: string) => Promise<void>;
  work: <Job extends object>(queue: Queue<Job>, handle: (job: Job) => Promise<void>) => Promise<void>;
  schedule: (queue: Queue<object>, cron: string) => Promise<void>;
  // Removes all jobs, also finished ones, in which one of these texts is a value, and returns their number.
  forget: (tx: Db, texts: string[]) => Promise<number>;
  // Removes jobs that ended before these times, because jobs hold addresses and names.
  dropOld: (before: { done: Date; failed: Date }) => Promise<void>;
  stop: () => Promise<void>;
};

// The log lines of a job have the id of the request that caused it.
type Caused = { reqId?: string; traceparent?: string };

export type CountJob = (queue: string, outcome: (typeof jobOutcomes)[number]) => void;
export const jobOutcomes = ['completed', 'failed', 'given_up'] as const;

// The pause is one second after the first failure and doubles to an hour: about 19 hours in all.
const retries = { retryLimit: 30, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

// NOTIFY announces new jobs, and wake-due.ts finds those that became due, so polling is for what both missed. The metadata has
// the number of tries.
const polling = {
  includeMetadata: true,
  localConcurrency: 1,
  pollingIntervalSeconds: 30,
  notifyPollingIntervalSeconds: 30,
} as const;

const workersOfQueue = 2;

// Jobs that wait for others are not used here.
const rare = { flowIntervalSeconds: 3600 };

// dropOld removes ended jobs, by the retention settings.
const keptByQueue = { deleteAfterSeconds: 0 };

// As JSON a text has quotation marks, so only a whole value matches.
const forgetJobs = async (tx: Db, texts: string[]) => {
  const { rowCount } = await tx.execute(sql`
    delete from pgboss.job where exists (
      select from unnest(${sql.param(texts)}::text[]) as searched
      where strpos(lower(data::text), lower(to_json(searched)::text)) > 0)`);
  return rowCount ?? 0;
};

// The embedded database has one session for the queue and everything else.
const embeddedJobs = (pool: Pool): JobsDatabase => ({
  executeSql: (text, values) => pool.query(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const close = await listenEmbedded(pool, channel, onNotification);
    onReconnect();
    return { close: async () => close() };
  },
});

const postgresJobs = (pool: Pool, lifeline: Lifeline): JobsDatabase => ({
  executeSql: (text, values) => pool.query(text, values),
  listen: async (channel, heard, missed) => {
    const close = lifeline.listen(channel, { heard, missed });
    return { close: async () => close() };
  },
});

const startQueue = async (database: OpenDatabase, queues: readonly Queue<object>[], log: Logger) => {
  const { jobsPool, lifeline } = database;
  const connection = lifeline
    ? { db: postgresJobs(jobsPool, lifeline) }
    : { db: embeddedJobs(jobsPool), backend: 'pglite' as const };
  const boss = new PgBoss({ ...connection, ...rare, useListenNotify: true });
  // Without a listener an error would end the process.
  boss.on('error', tellQueueErrors(log, lifeline));
  await boss.start();
  for (const { name } of queues) await boss.createQueue(name, { ...retries, notify: true });
  return boss;
};

type Worker = { boss: PgBoss; wake: Wake; log: Logger; count: CountJob; tracing: Tracing | null };

const workOn =
  ({ boss, wake, log, count, tracing }: Worker): Jobs['work'] =>
  async <Job extends object>({ name }: Queue<Job>, handle: (job: Job) => Promise<void>) => {
    const workOne = async (job: JobWithMetadata<Job & Caused> | undefined) => {
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
        // The queue stores the error in the database.
        throw new Error(nameError(error));
      } finally {
        // Other jobs of a burst may wait: they are done without a pause.
        wake.queue(name);
      }
    };
    for (let i = 0; i < workersOfQueue; i += 1)
      wake.add(
        name,
        await boss.work<Job & Caused, void, typeof polling>(name, polling, ([job]) => workOne(job)),
      );
  };

export const openJobs = async (
  database: OpenDatabase,
  queues: readonly Queue<object>[],
  log: Logger,
  count: CountJob = () => {},
  tracing: Tracing | null = null,
): Promise<Jobs> => {
  const boss = await startQueue(database, queues, log);
  const wake = openWake(database.jobsPool, (worker) => boss.notifyWorker(worker));
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
    listUndone: async (tx, { name }, labels) => {
      const { rows } = await tx.execute<{ isGivenUp: boolean }>(sql`
        select state > 'completed' as "isGivenUp" from pgboss.job
        where name = ${name} and singleton_key = any(${sql.param(labels)}::text[]) and state <> 'completed'`);
      return rows;
    },
    remove: async (tx, { name }, id) => {
      await boss.deleteJob(name, id, { db: fromDrizzle(tx, sql) });
    },
    work: workOn({ boss, wake, log, count, tracing }),
    schedule: async ({ name }, cron) => {
      await boss.schedule(name, cron);
    },
    forget: forgetJobs,
    dropOld: async ({ done, failed }) => {
      await database.db.execute(sql`
        delete from pgboss.job
        where (state = 'completed' and completed_on < ${done.toISOString()}::timestamptz)
          or (state in ('failed', 'cancelled') and completed_on < ${failed.toISOString()}::timestamptz)`);
    },
    stop: async () => {
      await wake.stop();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
};
