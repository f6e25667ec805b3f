// How long the portal keeps rows that accumulate. KEEP_DAYS sets the first part, in days. The second part is fixed, because
// screens, links or promises of the contract depend on it.
import { idempotencyLimits } from '@ballast/contract/http/idempotency';
import { refusalDays } from '@ballast/contract/keys/key-refusals';
import { usageMinuteDays } from '@ballast/contract/keys/key-usage';
import { secondsBefore } from '../times.ts';
import { nameOf } from './groups.ts';

export const usualRetention = {
  activities: 730,
  // What each key was used in a day, and the minutes and addresses from which the charts are drawn.
  usageDays: 730,
  usageMinutes: usageMinuteDays,
  refusals: refusalDays,
  // Until then the answer to such a value is that it was revoked, afterwards that it is unknown.
  revokedKeys: 730,
  replacedKeys: 730,
  // A browser that nobody uses is signed out after so long, and every one some day.
  idleSessions: 30,
  sessions: 90,
  unverifiedAccounts: 30,
  // Mails are jobs. One that was given up says for so long why.
  failedJobs: 7,
};

export type Retention = typeof usualRetention;

const daySeconds = 24 * 3600;

export const fixedRetentionSeconds = {
  // They hold addresses and names.
  doneJobs: 3600,
  idempotencyRecords: idempotencyLimits.hours * 3600,
  // So long the screen and the tool can tell what became of a request.
  endedCliRequests: daySeconds,
  usageHours: usageMinuteDays * daySeconds,
  // Far longer than a process keeps a batch that it cannot write.
  usageBatches: 7 * daySeconds,
} as const;

export const daysOf = (what: keyof Retention) => `${usualRetention[what]} days (\`${nameOf(what)}\`)`;

export const endOf = (now: Date, retention: Retention, what: keyof Retention) =>
  secondsBefore(now, keptSeconds(retention, what));

export const keptSeconds = (retention: Retention, what: keyof Retention) => retention[what] * daySeconds;
