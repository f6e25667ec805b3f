// When a failed delivery is tried again.
import { attemptPauses, pauseSpread, webhookLimits } from '@ballast/contract/webhooks/webhook-limits';
import { secondsAfter } from '../../../runtime/times.ts';
import type { Outcome } from './post-message.ts';

const longest = webhookLimits.longestRetryAfterSeconds;

// Seconds, or a date.
const secondsOf = (retryAfter: string, at: Date) => {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - at.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longest) : 0;
};

const wished = ({ statusCode, retryAfter }: Outcome, at: Date) =>
  retryAfter && (statusCode === 429 || statusCode === 503) ? secondsOf(retryAfter, at) : 0;

// Null when the attempts are used up. A receiver can only lengthen the pause.
export const nextAttempt = (step: number, outcome: Outcome, at: Date): Date | null => {
  const pause = attemptPauses[step];
  if (pause === undefined) return null;
  const spread = pause * (1 + pauseSpread * (2 * Math.random() - 1));
  return secondsAfter(at, Math.max(spread, wished(outcome, at)));
};
