// Connects each queue to the function that works on its jobs, and schedules the recurring ones.

import { type Mailer, sendEmailQueue } from '../email/email.ts';
import { sendEmail } from '../email/send-email.ts';
import { expiryNoticesQueue, tellExpiries } from '../features/api-keys/expiry-notices.ts';
import { tellUnused, unusedNoticesQueue } from '../features/api-keys/unused-notices.ts';
import { mailRecovery, mailRecoveryQueue } from '../features/auth/mail-recovery.ts';
import { mailVerification, mailVerificationQueue } from '../features/auth/verification-mail.ts';
import { tellTokenExpiries } from '../features/cli-auth/expiry-notices.ts';
import {
  type FaucetDriver,
  faucetResumeQueue,
  faucetTransferQueue,
} from '../features/faucet/transfers/faucet.ts';
import { moveClaim, resumeClaims } from '../features/faucet/transfers/move-claim.ts';
import type { Deps } from '../http/deps.ts';
import { deleteDeadCliTokens } from '../identity/cli/cli-tokens.ts';
import { deleteStaleUnverified, sweepUnverifiedQueue } from '../identity/delete-unverified.ts';
import { sweepFactors } from '../identity/factors/sweep-factors.ts';
import { deleteDeadSessions } from '../identity/session-lifetime.ts';
import { queue } from '../jobs/queue.ts';
import { sweepReplacedKeys } from '../key-check/sweep-replaced.ts';
import { prepareUsageDays, prepareUsageDaysQueue } from '../key-check/usage/partitions.ts';
import { rollUpUsage, rollUpUsageQueue } from '../key-check/usage/roll-up-usage.ts';
import { secondsAfter, secondsBefore } from '../runtime/times.ts';
import { recordSecrets } from '../secrets/fingerprints.ts';
import { dropOldSecrets } from '../secrets/old-secrets.ts';
import { deleteLeftAccounts } from './delete-left-accounts.ts';
import { dropOldJobs, forgetOldQueue, forgetOver } from './forget-old.ts';

export const sweepQueue = queue('sweep-expired');

export const queues = [
  sendEmailQueue,
  mailRecoveryQueue,
  mailVerificationQueue,
  faucetTransferQueue,
  faucetResumeQueue,
  prepareUsageDaysQueue,
  rollUpUsageQueue,
  expiryNoticesQueue,
  unusedNoticesQueue,
  sweepQueue,
  sweepUnverifiedQueue,
  forgetOldQueue,
] as const;

const sweepExpired = async (deps: Deps) => {
  await deleteLeftAccounts(deps);
  await dropOldJobs(deps);
  await deleteDeadSessions(deps);
  await forgetOver(deps, 'sweep-expired');
  await deleteDeadCliTokens(deps);
  await sweepFactors(deps);
  await sweepReplacedKeys(deps);
  await recordSecrets(deps.db, deps.secrets, deps.now());
  for (const kind of ['signing', 'pepper'] as const) await dropOldSecrets(deps, kind);
};

const faucetOverdueSeconds = 60;

export const startJobs = async (deps: Deps, mailer: Mailer, faucet: FaucetDriver) => {
  const { work, schedule } = deps.jobs;
  // What goes through whole tables takes as long as they are.
  const patient = { ...deps, db: deps.patientDb };
  await work(sendEmailQueue, (job) => sendEmail(deps, mailer, job));
  await work(mailRecoveryQueue, (job) => mailRecovery(deps, job));
  await work(mailVerificationQueue, (job) => mailVerification(deps, job));
  await work(faucetTransferQueue, (job) => moveClaim(deps, faucet, job));
  await work(faucetResumeQueue, () => resumeClaims(deps, secondsBefore(deps.now(), faucetOverdueSeconds)));
  await work(prepareUsageDaysQueue, () => prepareUsageDays(patient));
  await work(rollUpUsageQueue, () => rollUpUsage(patient));
  await work(expiryNoticesQueue, async () => {
    await tellExpiries(patient);
    await tellTokenExpiries(patient);
  });
  await work(unusedNoticesQueue, () => tellUnused(patient));
  await work(sweepQueue, () => sweepExpired(patient));
  await work(sweepUnverifiedQueue, () => deleteStaleUnverified(patient));
  await work(forgetOldQueue, () => forgetOver(patient, 'forget-old'));
  await schedule(prepareUsageDaysQueue, '7 * * * *');
  await schedule(sweepQueue, '17 * * * *');
  await schedule(sweepUnverifiedQueue, '29 4 * * *');
  await schedule(forgetOldQueue, '11 2 * * *');
  await schedule(rollUpUsageQueue, '41 3 * * *');
  await schedule(expiryNoticesQueue, '*/5 * * * *');
  // Once a week, so that keys which nobody uses from different days on are told of together.
  await schedule(unusedNoticesQueue, '23 5 * * 1');
  await schedule(faucetResumeQueue, '* * * * *');
  // The claims of a process that died need not wait for the minute, nor until they are overdue.
  await resumeClaims(deps, secondsAfter(deps.now(), faucetOverdueSeconds));
};
