// Connects each queue to the function that works on its jobs, and schedules the recurring ones. Features bring theirs; these are the
// portal's own.
import { sendEmailQueue } from '../email/mail-kinds.ts';
import { sendEmail } from '../email/send-email.ts';
import { resumeLost } from '../features/faucet/transfers/move-claim.ts';
import type { Deps } from '../http/deps.ts';
import { type Job, job, patientJob } from '../http/feature.ts';
import { deleteDeadCliTokens } from '../identity/cli/cli-tokens.ts';
import { deleteStaleUnverified, sweepUnverifiedQueue } from '../identity/delete-unverified.ts';
import { sweepFactors } from '../identity/factors/factors.ts';
import { accountMails } from '../identity/mails.ts';
import { deleteDeadSessions } from '../identity/sessions/session-lifetime.ts';
import { queue } from '../jobs/queue.ts';
import { productionKeyDeleted } from '../key-check/mails.ts';
import { sweepReplacedKeys } from '../key-check/revoke-keys.ts';
import { prepareUsageDays, prepareUsageDaysQueue } from '../key-check/usage/partitions.ts';
import { rollUpUsage, rollUpUsageQueue } from '../key-check/usage/roll-up-usage.ts';
import { recordSecrets } from '../secrets/fingerprints.ts';
import { dropOldSecrets } from '../secrets/old-secrets.ts';
import { deleteLeftAccounts } from './accounts/delete-left-accounts.ts';
import { dropOldJobs, forgetOldQueue, forgetOver } from './accounts/forget-old.ts';
import { features } from './features.ts';

export const sweepQueue = queue('sweep-expired');

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

export const mails = [
  ...[...Object.values(accountMails), productionKeyDeleted],
  ...features.flatMap((feature) => feature.mails ?? []),
];

const ownJobs: Job[] = [
  job(sendEmailQueue, sendEmail(mails)),
  patientJob(prepareUsageDaysQueue, prepareUsageDays, '7 * * * *'),
  patientJob(sweepQueue, sweepExpired, '17 * * * *'),
  patientJob(sweepUnverifiedQueue, deleteStaleUnverified, '29 4 * * *'),
  patientJob(forgetOldQueue, (deps) => forgetOver(deps, 'forget-old'), '11 2 * * *'),
  patientJob(rollUpUsageQueue, rollUpUsage, '41 3 * * *'),
];

const allJobs = [...ownJobs, ...features.flatMap(({ jobs }) => jobs ?? [])];
export const queues = allJobs.map(({ queue }) => queue);

export const startJobs = async (deps: Deps) => {
  for (const { queue, run } of allJobs)
    await deps.jobs.work(queue, async (data) => void (await run(deps, data as never)));
  for (const { queue, schedule } of allJobs) if (schedule) await deps.jobs.schedule(queue, schedule);
  await resumeLost(deps);
};
