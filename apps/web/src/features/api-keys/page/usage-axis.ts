// Round numbers beside the bars of the chart, and round times below them.
import { formatDate } from '../../../lib/dates.ts';
import { shortBucketLabel } from '../usage/usage-words.ts';

const daySeconds = 24 * 3600;
const fewSteps = 4;
const roundFactors = [1, 2, 5, 10];

// Requests are whole, so no step is smaller than one.
export const roundSteps = (most: number) => {
  const atLeast = Math.max(most, 1) / fewSteps;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factor = roundFactors.find((each) => each * power >= atLeast) ?? 10;
  const step = Math.max(1, factor * power);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step);
};

// It writes '1.5K'. A round step needs no more digits.
export const shortNumber = (value: number) =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

// A bar of a minute counts what sixty seconds at the limit allow.
export const limitOf = (rateLimit: number, bucketSeconds: number) => rateLimit * bucketSeconds;

// A line far above the bars would make them too small to read.
const mostRoomForLimit = 2;
export const isLimitShown = (limit: number, busiest: number) => limit <= busiest * mostRoomForLimit;

const spacings = [60, 300, 600, 1800, 3600, 3 * 3600, 6 * 3600];
const mostTimes = 8;

const secondsOfDay = (start: string) => {
  const time = new Date(start);
  return time.getHours() * 3600 + time.getMinutes() * 60;
};

// The clock times of the reader that bars below a day are named by: those at which a new stretch of time begins.
export const roundTimes = (starts: string[], bucketSeconds: number) => {
  if (bucketSeconds >= daySeconds) return { ticks: starts, label: dayLabel };
  const span = starts.length * bucketSeconds;
  const spacing = spacings.find((seconds) => span / seconds <= mostTimes) ?? daySeconds;
  const stretchOf = (start: string) =>
    `${new Date(start).toDateString()} ${Math.floor(secondsOfDay(start) / spacing)}`;
  const ticks = starts.filter((start, index) => {
    const before = starts[index - 1];
    return before === undefined
      ? secondsOfDay(start) % spacing === 0
      : stretchOf(before) !== stretchOf(start);
  });
  const label = (start: string) =>
    spacing === daySeconds ? withoutYear(formatDate(start)) : shortBucketLabel(start, bucketSeconds);
  return { ticks, label };
};

const dayLabel = (start: string) => shortBucketLabel(start, daySeconds);
const withoutYear = (date: string) => date.split(',')[0] ?? '';
