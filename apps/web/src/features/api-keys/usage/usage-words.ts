// Puts usage into words, for those who do not see the chart and for the bar under the pointer.
import {
  requestsOf,
  type UsageBucket,
  type UsageCounts,
  type UsageWindow,
  usageWindows,
} from '@ballast/contract/key-usage';
import { formatDateTime, formatUtcDate } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';

export const windows = Object.keys(usageWindows) as UsageWindow[];

export const windowLabels: Record<UsageWindow, string> = { '24h': '24 h', '30d': '30 d' };

const windowNames: Record<UsageWindow, string> = { '24h': 'last 24 hours', '30d': 'last 30 days' };
const bucketNames: Record<UsageWindow, string> = { '24h': 'hour', '30d': 'day' };

export const usageKinds = ['allowed', 'limited', 'refused'] as const;

// '1,284 allowed, 20 limited'. A count of zero is left out, except that of the allowed requests.
const countsInWords = (counts: UsageCounts) =>
  usageKinds
    .filter((kind) => kind === 'allowed' || counts[kind] > 0)
    .map((kind) => `${formatNumber(counts[kind])} ${kind}`)
    .join(', ');

const formatBucketStart = ({ start }: UsageBucket, window: UsageWindow) =>
  window === '24h' ? formatDateTime(start) : `${formatUtcDate(start)} (UTC)`;

export const bucketInWords = (bucket: UsageBucket, window: UsageWindow) =>
  `${formatBucketStart(bucket, window)}: ${requestsOf(bucket) ? countsInWords(bucket) : 'no requests'}`;

export const usageInWords = (total: UsageCounts, buckets: UsageBucket[], window: UsageWindow) => {
  const requests = requestsOf(total);
  if (!requests) return `No requests in the ${windowNames[window]}`;
  const busiest = buckets.reduce((most, next) => (requestsOf(next) > requestsOf(most) ? next : most));
  return (
    `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'} in the ${windowNames[window]}: ${countsInWords(total)}. ` +
    `Busiest ${bucketNames[window]}: ${formatNumber(requestsOf(busiest))}, ${formatBucketStart(busiest, window)}.`
  );
};
