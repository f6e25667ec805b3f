// What operators watch of the job queue: how much waits, and for how long. The database is asked when somebody scrapes; while
// it does not answer these are absent, and the other metrics are there all the same.
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/connections/open.ts';
import { shareRunning } from '../db/queries/share-running.ts';
import { inTime } from '../runtime/in-time.ts';
import type { Queue } from './queue.ts';

type Waiting = { queue: string; waiting: number; seconds: number };

const longestMs = 2000;

// A job waits from when it is due. The condition is that of the index of jobs that have not begun.
export const readWaiting = async (db: Db) => {
  const { rows } = await db.execute<Waiting>(sql`
    select name as queue, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float as seconds
    from pgboss.job
    where state < 'active' and not blocked and start_after <= now()
    group by name`);
  return rows;
};

export const watchQueues = (registry: Registry, db: Db, queues: readonly Queue<object>[]) => {
  const registers = [registry];
  const share = shareRunning<Waiting[]>();
  const oldest = new Gauge({
    name: 'ballast_jobs_oldest_waiting_seconds',
    help: 'For how long the oldest job of the queue has been due, 0 where none is',
    labelNames: ['queue'],
    registers,
  });
  new Gauge({
    name: 'ballast_jobs_waiting',
    help: 'Jobs of the queue that are due and have not begun',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      oldest.reset();
      const found = await inTime(
        share('waiting', () => readWaiting(db)),
        longestMs,
      ).catch(() => null);
      if (!found) return;
      for (const { name } of queues) {
        const row = found.find(({ queue }) => queue === name);
        this.set({ queue: name }, row?.waiting ?? 0);
        oldest.set({ queue: name }, row?.seconds ?? 0);
      }
    },
  });
};
