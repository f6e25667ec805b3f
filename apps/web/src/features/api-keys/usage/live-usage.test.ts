import type { KeyUsage, KeyUsageWindow, UsageBucket } from '@ballast/contract/keys/key-usage';
import { keyUsageWindows } from '@ballast/contract/keys/key-usage';
import { expect, test } from 'vitest';
import { withLastDay } from './live-usage.ts';

const hourMs = 3_600_000;
const lastHour = Date.parse('2026-11-15T09:00:00Z');

// Every hour has one allowed request. The last day has counted two rate limited ones of the running hour since.
const usage = (window: KeyUsageWindow, end: number, allowedPerBucket: number): KeyUsage => {
  const { bucketSeconds, buckets: count } = keyUsageWindows[window];
  const buckets: UsageBucket[] = Array.from({ length: count }, (_, index) => ({
    start: new Date(end - (count - 1 - index) * bucketSeconds * 1000).toISOString(),
    allowed: allowedPerBucket,
    limited: 0,
    refused: 0,
  }));
  const total = { allowed: count * allowedPerBucket, limited: 0, refused: 0 };
  return { window, bucketSeconds, buckets, total, addresses: [], lastUse: null };
};

const lastDay = () => {
  const day = usage('24h', lastHour, 1);
  const running = day.buckets.at(-1);
  if (running) running.limited = 2;
  return day;
};

test('a week shows what its last hour counts now', () => {
  const week = withLastDay(usage('7d', lastHour, 1), lastDay());
  expect(week.total).toEqual({ allowed: 168, limited: 2, refused: 0 });
  expect(week.buckets.at(-1)).toMatchObject({ allowed: 1, limited: 2 });
});

test('months show what the running day in UTC counts now, and leave the day before as it is', () => {
  const midnight = lastHour - 9 * hourMs;
  const months = withLastDay(usage('90d', midnight, 24), lastDay());
  expect(months.buckets.slice(-2)).toMatchObject([
    { allowed: 24, limited: 0 },
    { allowed: 10, limited: 2 },
  ]);
  expect(months.total).toEqual({ allowed: 89 * 24 + 10, limited: 2, refused: 0 });
});

test('minutes are asked for by themselves', () => {
  const hour = usage('1h', lastHour, 1);
  expect(withLastDay(hour, lastDay())).toBe(hour);
});
