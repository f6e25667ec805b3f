// Usage that is shown while requests come in.
import { isLongUsage, type KeyUsage, type UsageCounts } from '@ballast/contract/keys/key-usage';
import { useQuery } from '@tanstack/react-query';
import { timings } from '../../../lib/timings.ts';
import { keyUsageQuery, type UsageView } from './usage-query.ts';

const nothing: UsageCounts = { allowed: 0, limited: 0, refused: 0 };

const sumOf = (all: UsageCounts[]) =>
  all.reduce(
    (sum, { allowed, limited, refused }) => ({
      allowed: sum.allowed + allowed,
      limited: sum.limited + limited,
      refused: sum.refused + refused,
    }),
    nothing,
  );

// A long window is expensive to count, so it is read once a minute. Only its newest buckets change, and the last day
// has the same counts: those of the current hour and of the current day in UTC.
export const withLastDay = (usage: KeyUsage, lastDay: KeyUsage): KeyUsage => {
  const first = lastDay.buckets[0]?.start;
  if (!first || usage.bucketSeconds < lastDay.bucketSeconds) return usage;
  const buckets = usage.buckets.map((bucket) => {
    if (bucket.start < first) return bucket;
    const end = new Date(Date.parse(bucket.start) + usage.bucketSeconds * 1000).toISOString();
    const hours = lastDay.buckets.filter(({ start }) => start >= bucket.start && start < end);
    return hours.length ? { start: bucket.start, ...sumOf(hours) } : bucket;
  });
  return { ...usage, buckets, total: sumOf(buckets) };
};

// A part of the time that is over changes no more.
const isOver = ({ to }: UsageView) =>
  to !== undefined && Date.parse(to) < Date.now() - timings.chartPollMs * 2;

// The browser asks only while the page is visible.
export const useLiveUsage = (id: string, view: UsageView) => {
  const isLong = isLongUsage(view);
  const pollMs = isLong ? timings.usagePollMs : timings.chartPollMs;
  const query = useQuery({
    ...keyUsageQuery(id, view),
    refetchInterval: () => !isOver(view) && pollMs,
  });
  const lastDay = useQuery({ ...keyUsageQuery(id, { window: '24h' }), enabled: isLong }).data;
  const data = query.data && isLong && lastDay ? withLastDay(query.data, lastDay) : query.data;
  return { query, data };
};
