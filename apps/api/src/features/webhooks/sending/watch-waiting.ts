// What operators watch of the sender. The database is asked when somebody scrapes; while it does not answer the values are absent.
import { sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import { shareRunning } from '../../../db/queries/share-running.ts';
import type { Deps } from '../../../http/deps.ts';
import { inTime } from '../../../runtime/in-time.ts';

const longestMs = 2000;

type Waiting = { waiting: number; lag: number };

// `lag` is for how long the oldest due attempt has waited.
const readWaiting = async ({ webhookDb, now }: Deps): Promise<Waiting> => {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await webhookDb.execute<Waiting>(sql`
    select count(*)::int as waiting,
      coalesce(greatest(extract(epoch from ${at} - min(next_attempt_at)), 0), 0)::float8 as lag
    from webhook_deliveries where status = 'PENDING'`);
  return rows[0] ?? { waiting: 0, lag: 0 };
};

const gauges = {
  waiting: ['ballast_webhooks_waiting', 'Deliveries that wait for an attempt, now or later'],
  lag: [
    'ballast_webhooks_lag_seconds',
    'For how long the oldest due attempt of a delivery has waited, 0 where none is due',
  ],
} as const;

export const watchWaiting = (deps: Deps) => {
  if (!deps.config.metricsToken) return;
  const share = shareRunning<Waiting>();
  const read = () =>
    inTime(
      share('waiting', () => readWaiting(deps)),
      longestMs,
    ).catch(() => null);
  for (const [fact, [name, help]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers: [deps.metrics.registry],
      async collect() {
        const found = await read();
        this.remove();
        if (found) this.set(found[fact as keyof Waiting]);
      },
    });
};
