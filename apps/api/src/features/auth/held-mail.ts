// A mail that its reader's mailbox has no room for now goes out later, and the log says so.
import type { Db } from '../../db/open.ts';
import type { Admission } from '../../identity/mail-limits.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Deps } from '../../runtime/deps.ts';

export const holdBack = async <Job extends object>(
  deps: Deps,
  tx: Db,
  admission: Exclude<Admission, 'now'>,
  ownerId: string,
  queue: Queue<Job>,
  job: Job,
) => {
  deps.log.info({ event: 'mail_held_back', account: ownerId, queue: queue.name });
  if (admission !== 'another serves') await deps.jobs.enqueue(tx, queue, job, admission);
};
