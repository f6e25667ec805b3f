import { expect, test } from 'vitest';
import { timeAgo } from './dates.ts';

const now = Date.parse('2026-11-15T09:41:00Z');
const secondsAgo = (seconds: number) => timeAgo(new Date(now - seconds * 1000).toISOString(), now);

test.each([
  [-300, 'just now'],
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [47 * 3600, '1 day ago'],
  [40 * 24 * 3600, '1 month ago'],
  [800 * 24 * 3600, '2 years ago'],
])('%s seconds: %s', (seconds, words) => {
  expect(secondsAgo(seconds)).toBe(words);
});
