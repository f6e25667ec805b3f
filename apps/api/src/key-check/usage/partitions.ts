// Each day's minutes of usage have a partition of their own, so that an old day is dropped instead of deleted row by row. Functions in
// the database make and drop partitions: a role that only serves may call them.
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { queue } from '../../jobs/queue.ts';
import { keptSeconds } from '../../runtime/settings/retention.ts';
import { secondsAfter, secondsBefore } from '../../runtime/times.ts';
import type { KeyCheckDeps } from '../deps.ts';

export const keptRequestsStart = ({ config, now }: Pick<KeyCheckDeps, 'config' | 'now'>) =>
  startOfDay(secondsBefore(now(), config.requestDays * daySeconds));

const requestDaysWithoutPartition = async (deps: Pick<KeyCheckDeps, 'config' | 'db' | 'now'>) => {
  const { rows } = await deps.db.execute<{ day: string }>(sql`
    select distinct (at at time zone 'UTC')::date::text as day from key_requests_default
    where at >= ${keptRequestsStart(deps).toISOString()}::timestamptz`);
  return rows.map(({ day }) => day);
};

export const prepareUsageDaysQueue = queue('prepare-usage-days');

const daySeconds = 24 * 3600;
// Days are prepared even if no job runs for a week.
const daysAhead = 7;

export const startOfDay = (time: Date) =>
  new Date(Math.floor(time.getTime() / (daySeconds * 1000)) * daySeconds * 1000);
export const nameOfDay = (time: Date) => time.toISOString().slice(0, 10);

export const keptMinutesStart = ({ config, now }: Pick<KeyCheckDeps, 'config' | 'now'>) =>
  startOfDay(secondsBefore(now(), keptSeconds(config.retention, 'usageMinutes')));

// One process at a time moves whole days: two of them would wait for each other.
export const inTurn = <Result>({ db }: Pick<KeyCheckDeps, 'db'>, work: (tx: Db) => Promise<Result>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'))`);
    return work(tx);
  });

const comingDays = (now: Date) =>
  Array.from({ length: daysAhead + 1 }, (_, ahead) => nameOfDay(secondsAfter(now, ahead * daySeconds)));

// Minutes of a day that had no partition when they were written: after a long pause, or from a clock that is wrong.
const daysWithoutPartition = async (deps: Pick<KeyCheckDeps, 'config' | 'db' | 'now'>) => {
  const { rows } = await deps.db.execute<{ day: string }>(sql`
    select distinct (minute at time zone 'UTC')::date::text as day from key_usage_minutes_default
    where minute >= ${keptMinutesStart(deps).toISOString()}::timestamptz`);
  return rows.map(({ day }) => day);
};

export const prepareUsageDays = async (deps: Pick<KeyCheckDeps, 'config' | 'db' | 'now'>) => {
  const days = new Set([...comingDays(deps.now()), ...(await daysWithoutPartition(deps))]);
  for (const day of days)
    await inTurn(deps, (tx) => tx.execute(sql`select make_key_usage_partition(${day}::date)`));
  for (const day of new Set([...comingDays(deps.now()), ...(await requestDaysWithoutPartition(deps))]))
    await inTurn(deps, (tx) => tx.execute(sql`select make_key_request_partition(${day}::date)`));
};

// Adds the oldest partition that ends by then to the days, and returns whether there was one.
export const dropOldestPartition = async (deps: Pick<KeyCheckDeps, 'db'>, end: Date) => {
  const { rows } = await inTurn(deps, (tx) =>
    tx.execute<{ name: string | null }>(
      sql`select drop_key_usage_partition(${nameOfDay(end)}::date) as name`,
    ),
  );
  return Boolean(rows[0]?.name);
};
