// Every table, what bounds it, and the job that keeps it so. docs/scaling.md shows the same; app/retention.pg.test.ts compares both
// with the schema, so that no table comes without an end.

import { forgetOldQueue } from '../src/app/forget-old.ts';
import { sweepQueue } from '../src/app/job-handlers.ts';
import { sweepUnverifiedQueue } from '../src/identity/delete-unverified.ts';
import { rollUpUsageQueue } from '../src/key-check/usage/roll-up-usage.ts';
import { settableRetention } from '../src/runtime/retention.ts';

export type Kept = {
  bound: string;
  job?: string;
  // The job finds what is over by an index that begins with this column.
  foundBy?: string;
};

const daysOf = (what: keyof typeof settableRetention) => {
  const { variable, days } = settableRetention[what];
  return `${days} days (\`${variable}\`)`;
};

const sweep = sweepQueue.name;
const rollUp = rollUpUsageQueue.name;
const forget = forgetOldQueue.name;

const untilOver = (what: string) => ({ bound: `until ${what}`, job: sweep, foundBy: 'expires_at' });

export const keptTables: Record<string, Kept> = {
  users: {
    bound: `one for each person; unverified ones ${daysOf('unverifiedAccounts')}, left ones 7 days`,
    job: sweepUnverifiedQueue.name,
  },
  sign_ups: { bound: 'one for each browser that claims an unverified address; goes with it' },
  identities: { bound: 'one for each provider of an account' },
  sessions: {
    bound: `${daysOf('idleSessions')} without use, ${daysOf('sessions')} in all, an hour for a reset link`,
    job: sweep,
    foundBy: 'refreshed_at',
  },
  session_proofs: { bound: 'one for each way in which a session was proven; goes with it' },
  one_time_tokens: untilOver('the link ends, 7 days at most'),
  security_notices: untilOver('the link ends'),
  mailed_codes: { bound: 'one for each session; goes with it' },
  oauth_states: untilOver('the sign-in ends, minutes'),
  cli_requests: untilOver('a day after the request ended'),
  cli_tokens: { bound: 'until revoked or expired; one that was never used goes after minutes', job: sweep },
  factors: { bound: '10 for each account; unverified ones minutes', job: sweep },
  factor_challenges: untilOver('they end, minutes'),
  recovery_codes: { bound: 'one set for each account' },
  passkeys: { bound: '10 for each account' },
  passkey_challenges: untilOver('they end, minutes'),
  activities: { bound: daysOf('activities'), job: forget, foundBy: 'created_at' },
  api_keys: {
    bound: `active ones until deleted; revoked ones ${daysOf('revokedKeys')}`,
    job: forget,
    foundBy: 'revoked_at',
  },
  rate_limit_requests: { bound: 'one open for each key; go with the key' },
  replaced_keys: { bound: daysOf('replacedKeys'), job: forget, foundBy: 'replaced_at' },
  replaced_key_usage: { bound: 'hours of a grace, 7 days at most', job: sweep },
  replaced_key_addresses: { bound: 'hours of a grace, 7 days at most, 101 addresses each', job: sweep },
  key_usage_minutes: {
    bound: `${daysOf('usageMinutes')}, a partition for each`,
    job: rollUp,
    foundBy: 'minute',
  },
  key_usage_hours: { bound: '90 days', job: rollUp, foundBy: 'hour' },
  key_usage_days: { bound: daysOf('usageDays'), job: forget, foundBy: 'day' },
  key_usage_addresses: {
    bound: `as the minutes, 101 addresses for each key and hour`,
    job: rollUp,
    foundBy: 'hour',
  },
  key_usage_batches: { bound: '7 days', job: rollUp, foundBy: 'written_at' },
  key_refusals: { bound: `the newest 100 of each key, ${daysOf('refusals')}`, job: rollUp, foundBy: 'at' },
  idempotency_records: { bound: '24 hours', job: sweep, foundBy: 'created_at' },
  faucet_windows: { bound: 'one for each account' },
  faucet_claims: { bound: 'one a day for each account; go with it' },
  faucet_transactions: { bound: 'a few for each claim; go with it' },
  faucet_wallets: { bound: 'one for each network and key of the faucet' },
  ledger_accounts: { bound: 'kept: one for each account or address that was given tokens' },
  ledger_transfers: { bound: 'kept: one for each claim; it is a ledger' },
  ledger_entries: { bound: 'kept: two for each transfer' },
  operator_log: { bound: 'kept: entries are only ever added, by hand' },
  operator_log_end: { bound: 'one row' },
  secret_fingerprints: { bound: 'one for each secret that is known' },
  'pgboss.job': { bound: `done ones an hour, given up ones ${daysOf('failedJobs')}`, job: sweep },
};

// How docs/scaling.md writes a row.
export const rowOf = (table: string, { bound, job }: Kept) =>
  `| \`${table}\` | ${bound} | ${job ? `\`${job}\`` : ''} |`;
