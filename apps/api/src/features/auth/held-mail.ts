// A mail that its reader's mailbox has no room for now goes out later, and the log says so. Whether one waits already is asked
// of the queue, in the transaction that adds to it: a count beside it would still say so after the transaction failed.
import { afterCommit } from '../../db/after-commit.ts';
import type { Db } from '../../db/open.ts';
import type { Admission } from '../../identity/mail-limits.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Deps } from '../../runtime/deps.ts';
import { requestContext } from '../../runtime/request-context.ts';

export const holdBack = async <Job extends object>(
  deps: Deps,
  tx: Db,
  admission: Exclude<Admission, 'now'>,
  ownerId: string,
  queue: Queue<Job>,
  job: Job,
) => {
  const line = {
    event: 'mail_held_back',
    account: ownerId,
    queue: queue.name,
    ...requestContext.getStore(),
  };
  afterCommit(deps, tx, () => {
    deps.log.info(line);
    deps.metrics.mails.inc({ outcome: 'held' });
  });
  if (admission === 'another serves' || (await deps.jobs.isWaiting(tx, queue, admission.label))) return;
  await deps.jobs.enqueue(tx, queue, job, admission);
};
