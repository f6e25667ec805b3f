// Deletes what is over, from what each table says of itself (db/owned.ts), a few rows at a time, so that nobody waits for it.
import { deleteInSteps } from '../../db/delete-in-steps.ts';
import { factsOf, type TableRetention } from '../../db/owned.ts';
import type { Deps } from '../../http/deps.ts';
import { queue } from '../../jobs/queue.ts';
import { fixedRetentionSeconds, keptSeconds } from '../../runtime/settings/retention.ts';
import { secondsBefore } from '../../runtime/times.ts';

export const forgetOldQueue = queue('forget-old');

type Forgetting = Pick<Deps, 'db' | 'tables' | 'config' | 'now'>;

export const forgetOver = async ({ db, tables, config, now }: Forgetting, job: TableRetention['job']) => {
  for (const table of tables) {
    const { retention } = factsOf(table);
    if (retention.job === job && retention.isOver)
      await deleteInSteps(db, table, retention.isOver(now(), config.retention));
  }
};

export const dropOldJobs = (deps: Pick<Deps, 'jobs' | 'config' | 'now'>) =>
  deps.jobs.dropOld({
    done: secondsBefore(deps.now(), fixedRetentionSeconds.doneJobs),
    failed: secondsBefore(deps.now(), keptSeconds(deps.config.retention, 'failedJobs')),
  });
