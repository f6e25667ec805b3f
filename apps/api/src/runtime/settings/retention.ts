// How long the portal keeps what grows by itself: one table for all of it. The first part can be set, in days, by the variable
// that stands beside it; the second is fixed, because screens, links or promises of the contract go by it.

import { idempotencyLimits } from '@ballast/contract/http/idempotency';
import { refusalDays } from '@ballast/contract/keys/key-refusals';
import { usageMinuteDays } from '@ballast/contract/keys/key-usage';
import { secondsBefore } from '../times.ts';

export const settableRetention = {
  activities: { variable: 'KEEP_ACTIVITIES_DAYS', days: 730 },
  // What each key was used in a day, and the minutes and addresses from which the charts are drawn.
  usageDays: { variable: 'KEEP_USAGE_DAYS', days: 730 },
  usageMinutes: { variable: 'KEEP_USAGE_MINUTES_DAYS', days: usageMinuteDays },
  refusals: { variable: 'KEEP_REFUSALS_DAYS', days: refusalDays },
  // Until then whoever uses such a value is told that it was revoked; afterwards nobody knows it.
  revokedKeys: { variable: 'KEEP_REVOKED_KEYS_DAYS', days: 730 },
  replacedKeys: { variable: 'KEEP_REPLACED_KEYS_DAYS', days: 730 },
  // A browser that nobody uses is signed out after so long, and every one some day.
  idleSessions: { variable: 'KEEP_IDLE_SESSIONS_DAYS', days: 30 },
  sessions: { variable: 'KEEP_SESSIONS_DAYS', days: 90 },
  unverifiedAccounts: { variable: 'KEEP_UNVERIFIED_ACCOUNTS_DAYS', days: 30 },
  // Mails are jobs. One that was given up says for so long why.
  failedJobs: { variable: 'KEEP_FAILED_JOBS_DAYS', days: 7 },
} as const;

export type Retention = Record<keyof typeof settableRetention, number>;

const daySeconds = 24 * 3600;

export const fixedRetentionSeconds = {
  // They hold addresses and names.
  doneJobs: 3600,
  idempotencyRecords: idempotencyLimits.hours * 3600,
  // So long the screen and the tool can tell what became of a request.
  endedCliRequests: daySeconds,
  // The charts of an environment go back so far.
  usageHours: usageMinuteDays * daySeconds,
  // Far longer than a process keeps a batch that it cannot write.
  usageBatches: 7 * daySeconds,
} as const;

// How docs/scaling.md says it.
export const daysOf = (what: keyof Retention) => {
  const { variable, days } = settableRetention[what];
  return `${days} days (\`${variable}\`)`;
};

export const endOf = (now: Date, retention: Retention, what: keyof Retention) =>
  secondsBefore(now, keptSeconds(retention, what));

export const keptSeconds = (retention: Retention, what: keyof Retention) => retention[what] * daySeconds;
