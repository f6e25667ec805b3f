// What operators watch of the job queue: how much waits, fails and is tried again, and for how long. The database is asked when
// somebody scrapes; while it does not answer these are absent, and the other metrics are there all the same.
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/connections/open.ts';
import { shareRunning } from '../db/queries/share-running.ts';
import { inTime } from '../runtime/in-time.ts';
import { isOurs } from './job-rows.ts';
import type { Queue } from './queue.ts';

// `seconds` is for how long the oldest has been due, `age` since when the oldest was queued, also if it waits for its next try.
export type QueueState = { queue: string; waiting: number; seconds: number; retrying: number; age: number };

const longestMs = 2000;

// A job that is to begin later is not late before. One that is being done for the first time is no sign of a fault.
export const readQueues = async (db: Db) => {
  const { rows } = await db.execute<QueueState>(sql`
    select name as queue,
      count(*) filter (where is_due)::int as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0)::float8 as seconds,
      count(*) filter (where is_again)::int as retrying,
      coalesce(extract(epoch from now() - min(since) filter (where is_due or is_again)), 0)::float8 as age
    from (
      select name, start_after,
        state < 'active' and start_after <= now() as is_due,
        state = 'retry' or (state = 'active' and retry_count > 0) as is_again,
        case when state = 'created' then greatest(created_on, start_after) else created_on end as since
      from pgboss.job
      where ${isOurs} and ((state < 'active' and not blocked) or state = 'active')) as job
    where is_due or is_again
    group by name`);
  return rows;
};

const gauges = {
  waiting: ['ballast_jobs_waiting', 'Jobs of the queue that are due and have not begun'],
  seconds: [
    'ballast_jobs_oldest_waiting_seconds',
    'For how long the oldest job of the queue has been due, 0 where none is',
  ],
  retrying: ['ballast_jobs_retrying', 'Jobs of the queue that failed and are tried again'],
  age: [
    'ballast_oldest_job_age_seconds',
    'How long ago the oldest job of the queue was queued that is due or is tried again, 0 where none is',
  ],
} as const;

export const watchQueues = (registry: Registry, db: Db, queues: readonly Queue<object>[]) => {
  const share = shareRunning<QueueState[]>();
  const read = () =>
    inTime(
      share('queues', () => readQueues(db)),
      longestMs,
    ).catch(() => null);
  for (const [fact, [name, help]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const found = await read();
        this.reset();
        if (!found) return;
        for (const { name: queue } of queues) {
          const row = found.find((each) => each.queue === queue);
          this.set({ queue }, row?.[fact as keyof typeof gauges] ?? 0);
        }
      },
    });
};
