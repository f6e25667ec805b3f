import { requestsOf, type UsageBucket, type UsageCounts } from '@ballast/contract/keys/key-usage';
import { outcomeNames } from '@ballast/contract/requests/requests';
import { formatDateTime, formatTime, formatUtcDate } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';

const daySeconds = 24 * 3600;

// One key is shown for more of them than all keys together.
export type ShownWindow = '1h' | '24h' | '7d' | '30d' | '90d';

export const windowLabels: Record<ShownWindow, string> = {
  '1h': '1 h',
  '24h': '24 h',
  '7d': '7 d',
  '30d': '30 d',
  '90d': '90 d',
};

// The last hour is counted by the minute, a short window by the hour, a long one by the day.
const stepOf = (window: ShownWindow) => {
  if (window === '1h') return { name: 'minute', seconds: 60 };
  return window === '24h' || window === '7d'
    ? { name: 'hour', seconds: 3600 }
    : { name: 'day', seconds: daySeconds };
};

// It writes 'last hour', 'last 24 hours'.
const nameOf = (window: ShownWindow) =>
  window === '1h'
    ? 'last hour'
    : `last ${Number.parseInt(window, 10)} ${window.endsWith('h') ? 'hours' : 'days'}`;

const usageKinds = ['allowed', 'limited', 'refused'] as const;

// '1,284 allowed, 20 rate limited'. A count of zero is left out, except that of the allowed requests.
const countsInWords = (counts: UsageCounts) =>
  usageKinds
    .filter((kind) => kind === 'allowed' || counts[kind] > 0)
    .map((kind) => `${formatNumber(counts[kind])} ${outcomeNames[kind].toLowerCase()}`)
    .join(', ');

// An hour is the reader's own, and a day is UTC's.
export const bucketLabel = (start: string, bucketSeconds: number) =>
  bucketSeconds < daySeconds ? formatDateTime(start) : `${formatUtcDate(start)} (UTC)`;

// '9 AM' or 'Nov 15': under a bar there is little room.
export const shortBucketLabel = (start: string, bucketSeconds: number) =>
  bucketSeconds < daySeconds
    ? formatTime(start).replace(':00', '')
    : (formatUtcDate(start).split(',')[0] ?? '');

const formatBucketStart = ({ start }: UsageBucket, window: ShownWindow) =>
  bucketLabel(start, stepOf(window).seconds);

export const bucketInWords = (bucket: UsageBucket, window: ShownWindow) =>
  `${formatBucketStart(bucket, window)}: ${requestsOf(bucket) ? countsInWords(bucket) : 'no requests'}`;

export const usageInWords = (total: UsageCounts, buckets: UsageBucket[], window: ShownWindow) => {
  const requests = requestsOf(total);
  if (!requests) return `No requests in the ${nameOf(window)}`;
  const busiest = buckets.reduce((most, next) => (requestsOf(next) > requestsOf(most) ? next : most));
  return (
    `${formatCount(requests, 'request', 'requests')} in the ${nameOf(window)}: ${countsInWords(total)}. ` +
    `Busiest ${stepOf(window).name}: ${formatNumber(requestsOf(busiest))}, ${formatBucketStart(busiest, window)}.`
  );
};
