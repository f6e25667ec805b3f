// Which job does what.
import { lt } from 'drizzle-orm';
import { oneTimeTokens } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { type EmailJob, type Mailer, sendEmailQueue } from './email/email.ts';
import { sendEmail } from './email/send-email.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { deleteIdleSessions } from './sessions.ts';

const sweepQueue = 'sweep-expired';

export const queues = [sendEmailQueue, sweepQueue] as const;

const sweepExpired = async (deps: Deps) => {
  await deleteIdleSessions(deps);
  await deps.db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, deps.now()));
};

export const startJobs = async (deps: Deps, mailer: Mailer) => {
  const handlers: JobHandlers = {
    [sendEmailQueue]: (job: EmailJob) => sendEmail(deps, mailer, job),
    [sweepQueue]: () => sweepExpired(deps),
  };
  await deps.jobs.work(handlers);
  await deps.jobs.schedule(sweepQueue, '17 * * * *');
};
