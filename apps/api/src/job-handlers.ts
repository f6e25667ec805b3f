// Which job does what.
import { lt } from 'drizzle-orm';
import { deleteLostCliTokens } from './cli-tokens.ts';
import { cliRequests, oauthStates, oneTimeTokens } from './db/schema.ts';
import type { Deps } from './deps.ts';
import type { EmailJob, Mailer } from './email/email.ts';
import { sendEmail } from './email/send-email.ts';
import type { TransferJob } from './faucet/faucet.ts';
import { moveClaim, resumeClaims } from './faucet/move-claim.ts';
import { mailRecovery, type RecoveryJob } from './features/auth/mail-recovery.ts';
import { mailVerification, type VerificationJob } from './features/auth/mail-verification.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import {
  faucetResumeQueue,
  faucetTransferQueue,
  mailRecoveryQueue,
  mailVerificationQueue,
  rollUpUsageQueue,
  sendEmailQueue,
  sweepQueue,
} from './jobs/queues.ts';
import { rollUpUsage } from './key-check/roll-up-usage.ts';
import { deleteDeadSessions, secondsBefore } from './sessions.ts';

const daySeconds = 24 * 3600;

const sweepExpired = async (deps: Deps) => {
  await deleteDeadSessions(deps);
  await deps.db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, deps.now()));
  await deps.db.delete(oauthStates).where(lt(oauthStates.expiresAt, deps.now()));
  // For a day the screen and the tool can still tell what became of a request.
  await deps.db.delete(cliRequests).where(lt(cliRequests.expiresAt, secondsBefore(deps.now(), daySeconds)));
  await deleteLostCliTokens(deps);
};

const faucetOverdueSeconds = 60;

export const startJobs = async (deps: Deps, mailer: Mailer) => {
  const handlers: JobHandlers = {
    [sendEmailQueue]: (job: EmailJob) => sendEmail(deps, mailer, job),
    [mailRecoveryQueue]: (job: RecoveryJob) => mailRecovery(deps, job),
    [mailVerificationQueue]: (job: VerificationJob) => mailVerification(deps, job),
    [faucetTransferQueue]: (job: TransferJob) => moveClaim(deps, job),
    [faucetResumeQueue]: () => resumeClaims(deps, faucetOverdueSeconds),
    [rollUpUsageQueue]: () => rollUpUsage(deps),
    [sweepQueue]: () => sweepExpired(deps),
  };
  await deps.jobs.work(handlers);
  await deps.jobs.schedule(sweepQueue, '17 * * * *');
  await deps.jobs.schedule(rollUpUsageQueue, '41 3 * * *');
  await deps.jobs.schedule(faucetResumeQueue, '* * * * *');
  // What a process that died was working on need not wait for the minute.
  await resumeClaims(deps, -faucetOverdueSeconds);
};
