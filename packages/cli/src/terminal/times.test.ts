import { expect, test } from 'vitest';
import { localTime, parseSince, timeUntil } from './times.ts';

const now = Date.parse('2026-11-15T09:41:00Z');

test.each([
  [0, 'now'],
  [-60, 'now'],
  [1, 'in 1 min'],
  [90, 'in 2 min'],
  [3600, 'in 1 h 0 min'],
  [86_399, 'in 24 h 0 min'],
  [86_280, 'in 23 h 58 min'],
])('%i seconds ahead is %s', (seconds, words) => {
  expect(timeUntil(new Date(now + seconds * 1000).toISOString(), now)).toBe(words);
});

test.each(['2026-02-31', '2026-02-31T09:00:00Z', '2026-13-01', '2026-00-10', '0h0', 'yesterday'])(
  'since %s is no time',
  (text) => expect(parseSince(text, now)).toBeNull(),
);

test('since a day of the calendar is its beginning', () => {
  expect(parseSince('2028-02-29', now)).toEqual(new Date(2028, 1, 29));
});

test('a moment is shown in the time zone of the reader', () => {
  expect(localTime(new Date(2026, 10, 5, 9, 4).toISOString())).toBe('2026-11-05 09:04');
});
