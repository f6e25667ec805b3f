// Whatever grows with the years is forgotten when its time is over (runtime/retention.ts), a few rows at a time, so that nobody
// waits for it. What ends by itself within hours goes in the hourly clean-up, and usage when it is rolled up.
import { and, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { activities } from '../identity/tables.ts';
import { queue } from '../jobs/queue.ts';
import { apiKeys, replacedKeys } from '../key-check/tables.ts';
import { keyUsageDays } from '../key-check/usage/tables.ts';
import type { Deps } from '../runtime/deps.ts';
import { fixedRetentionSeconds, keptSeconds, type Retention } from '../runtime/retention.ts';
import { secondsBefore } from '../runtime/times.ts';

export const forgetOldQueue = queue('forget-old');

const rowsAtOnce = 1000;

const deleteWhere = async ({ db }: Deps, table: PgTable, condition: SQL | undefined) => {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where ${condition} limit ${rowsAtOnce}))`);
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
};

const endOf = ({ config, now }: Deps, what: keyof Retention) =>
  secondsBefore(now(), keptSeconds(config.retention, what));

export const forgetOld = async (deps: Deps) => {
  await deleteWhere(deps, activities, lt(activities.createdAt, endOf(deps, 'activities')));
  const lastDay = endOf(deps, 'usageDays').toISOString().slice(0, 10);
  await deleteWhere(deps, keyUsageDays, lt(keyUsageDays.day, lastDay));
  // A value that still passes is not over, however long ago it was replaced.
  const isReplaced = and(
    lt(replacedKeys.replacedAt, endOf(deps, 'replacedKeys')),
    isNull(replacedKeys.endsAt),
  );
  await deleteWhere(deps, replacedKeys, isReplaced);
  // Their usage, refusals, replaced values and requests for higher limits go with them.
  await deleteWhere(deps, apiKeys, lt(apiKeys.revokedAt, endOf(deps, 'revokedKeys')));
};

export const dropOldJobs = (deps: Pick<Deps, 'jobs' | 'config' | 'now'>) =>
  deps.jobs.dropOld({
    done: secondsBefore(deps.now(), fixedRetentionSeconds.doneJobs),
    failed: secondsBefore(deps.now(), keptSeconds(deps.config.retention, 'failedJobs')),
  });
