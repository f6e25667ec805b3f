// Which time is counted, and in which steps.
import { type KeyUsageWindow, keyUsageWindows, usageStepOf } from '@ballast/contract/keys/key-usage';
import { and, gte, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

export type Span = { start: Date; end: Date; bucketSeconds: number };

// A window ends with the current hour or day in UTC. What a process whose clock is ahead counted in the next hour is left out.
export const spanOf = (now: Date, window: KeyUsageWindow): Span => {
  const { bucketSeconds, buckets } = keyUsageWindows[window];
  const bucketMs = bucketSeconds * 1000;
  const last = Math.floor(now.getTime() / bucketMs) + 1;
  return { start: new Date((last - buckets) * bucketMs), end: new Date(last * bucketMs), bucketSeconds };
};

// A part of the time, in full steps. What lies in the future is left out.
export const partOf = (now: Date, from: string, to: string): Span => {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const bucketSeconds = usageStepOf(last - first);
  const stepMs = bucketSeconds * 1000;
  const start = Math.floor(first / stepMs);
  const end = Math.min(Math.ceil(last / stepMs), Math.floor(now.getTime() / stepMs) + 1);
  return { start: new Date(start * stepMs), end: new Date(Math.max(start, end) * stepMs), bucketSeconds };
};

export const isWithin = (time: AnyPgColumn, { start, end }: Span) => and(gte(time, start), lt(time, end));

// Unlike extract, date_part computes with floating point, which is several times as fast for the minutes of 90 days.
export const bucketOf = (time: AnyPgColumn, { start, bucketSeconds }: Span) =>
  sql<number>`floor(date_part('epoch', ${time} - ${start.toISOString()}::timestamptz) / ${sql.raw(String(bucketSeconds))})::int`;

export const startsOf = ({ start, end, bucketSeconds }: Span) => {
  const stepMs = bucketSeconds * 1000;
  return Array.from({ length: (end.getTime() - start.getTime()) / stepMs }, (_, index) =>
    new Date(start.getTime() + index * stepMs).toISOString(),
  );
};

const hourMs = 3_600_000;
export const startOfHour = (time: Date) => new Date(Math.floor(time.getTime() / hourMs) * hourMs);
