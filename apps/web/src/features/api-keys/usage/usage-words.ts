import {
  type KeyUsageWindow,
  keyUsageWindows,
  requestsOf,
  type UsageBucket,
  type UsageCounts,
} from '@ballast/contract/keys/key-usage';
import { outcomeNames } from '@ballast/contract/requests/requests';
import { formatDate, formatDateTime, formatTime, formatUtcDate } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';

const daySeconds = 24 * 3600;

export const windowLabels: Record<KeyUsageWindow, string> = {
  '1h': '1 h',
  '24h': '24 h',
  '7d': '7 d',
  '30d': '30 d',
  '90d': '90 d',
};

const stepNames: Record<number, string> = { 60: 'minute', 3600: 'hour', [daySeconds]: 'day' };
export const stepInWords = (bucketSeconds: number) =>
  stepNames[bucketSeconds] ?? `${bucketSeconds / 60} minutes`;

// It writes 'last hour', 'last 24 hours'.
const nameOf = (window: KeyUsageWindow) =>
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

const formatBucketStart = ({ start }: UsageBucket, window: KeyUsageWindow) =>
  bucketLabel(start, keyUsageWindows[window].bucketSeconds);

export const bucketInWords = (bucket: UsageBucket, window: KeyUsageWindow) =>
  `${formatBucketStart(bucket, window)}: ${requestsOf(bucket) ? countsInWords(bucket) : 'no requests'}`;

const sumInWords = (total: UsageCounts, buckets: UsageBucket[], when: string, bucketSeconds: number) => {
  const requests = requestsOf(total);
  if (!requests) return `No requests ${when}`;
  const busiest = buckets.reduce((most, next) => (requestsOf(next) > requestsOf(most) ? next : most));
  return (
    `${formatCount(requests, 'request', 'requests')} ${when}: ${countsInWords(total)}. ` +
    `Busiest ${stepInWords(bucketSeconds)}: ${formatNumber(requestsOf(busiest))}, ${bucketLabel(busiest.start, bucketSeconds)}.`
  );
};

export const usageInWords = (total: UsageCounts, buckets: UsageBucket[], window: KeyUsageWindow) =>
  sumInWords(total, buckets, `in the ${nameOf(window)}`, keyUsageWindows[window].bucketSeconds);

export const endOfBucket = ({ start }: UsageBucket, bucketSeconds: number) =>
  new Date(Date.parse(start) + bucketSeconds * 1000).toISOString();

// 'Nov 15, 2026, 2:00 PM to 4:00 PM', or the first and the last of some days.
export const spanInWords = (from: string, to: string, bucketSeconds: number) => {
  if (bucketSeconds >= daySeconds) {
    const lastDay = new Date(Date.parse(to) - 1).toISOString();
    return `${formatUtcDate(from)} to ${formatUtcDate(lastDay)} (UTC)`;
  }
  const sameDay = formatDate(from) === formatDate(to);
  return `${formatDateTime(from)} to ${sameDay ? formatTime(to) : formatDateTime(to)}`;
};

// A part of the time that was zoomed in on.
export const partInWords = (total: UsageCounts, buckets: UsageBucket[], bucketSeconds: number) => {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return 'No requests yet';
  const span = spanInWords(first.start, endOfBucket(last, bucketSeconds), bucketSeconds);
  return sumInWords(total, buckets, `from ${span}`, bucketSeconds);
};
