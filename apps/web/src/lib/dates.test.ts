import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatTime, formatUtcDate, relativeTime, timeUntil } from './dates.ts';
import { formatNumber } from './numbers.ts';

const now = new Date(2026, 10, 15, 9, 43);
const moment = new Date(2026, 10, 15, 9, 41).toISOString();
const ago = (seconds: number) =>
  relativeTime(new Date(now.getTime() - seconds * 1000).toISOString(), now.getTime());

test('a date, a time and both', () => {
  expect(formatDate(moment)).toBe('Nov 15, 2026');
  expect(formatTime(moment)).toBe('9:41 AM');
  expect(formatDateTime(moment)).toBe('Nov 15, 2026, 9:41 AM');
});

test('nothing is N/A, nonsense is an invalid date', () => {
  for (const words of [formatDate, formatTime, formatDateTime, relativeTime]) {
    expect(words(null)).toBe('N/A');
    expect(words(undefined)).toBe('N/A');
    expect(words('')).toBe('N/A');
    expect(words('soon')).toBe('Invalid Date');
  }
});

test.each([
  [0, 'Just now'],
  [-90, 'Just now'],
  [59, 'Just now'],
  [60, '1 minute ago'],
  [31 * 60 + 59, '31 minutes ago'],
  [3600, '1 hour ago'],
  [23.9 * 3600, '23 hours ago'],
  [24 * 3600, '1 day ago'],
  [8.9 * 86400, '8 days ago'],
  [44 * 86400, '1 month ago'],
  [364 * 86400, '11 months ago'],
  [366 * 86400, '1 year ago'],
])('%d seconds are %s', (seconds, words) => {
  expect(ago(seconds)).toBe(words);
});

test.each([
  [3 * 86400, 'in 3 days'],
  [47.5 * 3600, 'in 2 days'],
  [24 * 3600, 'in 24 hours'],
  [3601, 'in 2 hours'],
  [3600, 'in 1 hour'],
  [3540, 'in 59 minutes'],
  [61, 'in 2 minutes'],
  [1, 'in 1 minute'],
  [-5, 'in 1 minute'],
])('%d seconds from now is %s', (seconds, words) => {
  expect(timeUntil(new Date(now.getTime() + seconds * 1000).toISOString(), now.getTime())).toBe(words);
});

test('dates, times and numbers are those of the browser’s own formatters', () => {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  const utcDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const hourAndMore = 61 * 60_000;
  for (let number = 0; number < 9000; number += 1) {
    const then = new Date(now.getTime() + number * hourAndMore);
    const text = then.toISOString();
    expect(formatDate(text)).toBe(date.format(then));
    expect(formatUtcDate(text)).toBe(utcDate.format(then));
    // The formatter puts a narrow no-break space before AM, which a search in the page does not find.
    expect(formatTime(text)).toBe(time.format(then).replaceAll('\u202f', ' '));
  }
  for (const number of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890])
    expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
});
