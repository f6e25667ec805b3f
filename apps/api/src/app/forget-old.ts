// Whatever grows with the years is forgotten when its time is over (runtime/retention.ts), a few rows at a time, so that nobody
// waits for it. What ends by itself within hours goes in the hourly clean-up, and usage when it is rolled up.
import { and, isNull, lt } from 'drizzle-orm';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import type { Deps } from '../http/deps.ts';
import { activities } from '../identity/tables.ts';
import { queue } from '../jobs/queue.ts';
import { apiKeys, replacedKeys } from '../key-check/tables.ts';
import { keyUsageDays } from '../key-check/usage/tables.ts';
import { fixedRetentionSeconds, keptSeconds, type Retention } from '../runtime/retention.ts';
import { secondsBefore } from '../runtime/times.ts';

export const forgetOldQueue = queue('forget-old');

const endOf = ({ config, now }: Deps, what: keyof Retention) =>
  secondsBefore(now(), keptSeconds(config.retention, what));

export const forgetOld = async (deps: Deps) => {
  await deleteInSteps(deps.db, activities, lt(activities.createdAt, endOf(deps, 'activities')));
  const lastDay = endOf(deps, 'usageDays').toISOString().slice(0, 10);
  await deleteInSteps(deps.db, keyUsageDays, lt(keyUsageDays.day, lastDay));
  // A value that still passes is not over, however long ago it was replaced.
  const isReplaced = and(
    lt(replacedKeys.replacedAt, endOf(deps, 'replacedKeys')),
    isNull(replacedKeys.endsAt),
  );
  await deleteInSteps(deps.db, replacedKeys, isReplaced);
  // Their usage, refusals, replaced values and requests for higher limits go with them.
  await deleteInSteps(deps.db, apiKeys, lt(apiKeys.revokedAt, endOf(deps, 'revokedKeys')));
};

export const dropOldJobs = (deps: Pick<Deps, 'jobs' | 'config' | 'now'>) =>
  deps.jobs.dropOld({
    done: secondsBefore(deps.now(), fixedRetentionSeconds.doneJobs),
    failed: secondsBefore(deps.now(), keptSeconds(deps.config.retention, 'failedJobs')),
  });
