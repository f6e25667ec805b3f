// Jobs become due without an announcement: those that were queued for later, and those that are tried again. One question finds the
// queues of all of them, so that no queue has to look by itself all the time.
import type { Pool } from 'pg';

const lookEveryMs = 2000;

// The condition is that of the index of jobs that have not begun.
const dueQueues = `
  select name from pgboss.job
  where state < 'active' and not blocked and start_after <= now()
  group by name`;

export type Wake = ReturnType<typeof openWake>;

export const openWake = (pool: Pool, notify: (worker: string) => void) => {
  const workers = new Map<string, string[]>();
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const wakeQueue = (name: string) => {
    for (const worker of workers.get(name) ?? []) notify(worker);
  };
  const look = async () => {
    // The queue's own statements report a database that is away.
    const found = await pool.query<{ name: string }>(dueQueues).catch(() => null);
    for (const { name } of found?.rows ?? []) wakeQueue(name);
  };
  const lookAgain = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
  };

  return {
    add: (name: string, worker: string) => {
      workers.set(name, [...(workers.get(name) ?? []), worker]);
      timer ??= setInterval(lookAgain, lookEveryMs).unref();
    },
    queue: wakeQueue,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
