import { expect, test } from 'vitest';
import { isLimitShown, roundSteps, roundTimes, shortNumber } from './usage-axis.ts';

test.each([
  [0, ['0', '1']],
  [3, ['0', '1', '2', '3']],
  [7, ['0', '2', '4', '6', '8']],
  [1950, ['0', '500', '1K', '1.5K', '2K']],
  [2600, ['0', '1K', '2K', '3K']],
  [10_800, ['0', '5K', '10K', '15K']],
  [1_000_000, ['0', '500K', '1M']],
])('the axis of %d requests has round steps that hold them', (most, labels) => {
  const steps = roundSteps(most);
  expect(steps.map(shortNumber)).toEqual(labels);
  expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
});

const starts = (first: Date, count: number, seconds: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(first.getTime() + index * seconds * 1000).toISOString(),
  );

const namesOf = (all: string[], seconds: number) => {
  const { ticks, label } = roundTimes(all, seconds);
  return ticks.map(label);
};

test('minutes are named by every tenth, hours by every third, and a week by its days', () => {
  expect(namesOf(starts(new Date(2026, 10, 15, 13, 47), 60, 60), 60)).toEqual([
    '1:50 PM',
    '2 PM',
    '2:10 PM',
    '2:20 PM',
    '2:30 PM',
    '2:40 PM',
  ]);
  const hours = namesOf(starts(new Date(2026, 10, 15, 14), 24, 3600), 3600);
  expect(hours).toEqual(['3 PM', '6 PM', '9 PM', '12 AM', '3 AM', '6 AM', '9 AM', '12 PM']);
  const days = namesOf(starts(new Date(2026, 10, 8, 14), 7 * 24, 3600), 3600);
  expect(days).toEqual(['Nov 9', 'Nov 10', 'Nov 11', 'Nov 12', 'Nov 13', 'Nov 14', 'Nov 15']);
  const few = namesOf(starts(new Date(2026, 10, 15, 14, 5), 20, 60), 60);
  expect(few).toEqual(['2:05 PM', '2:10 PM', '2:15 PM', '2:20 PM']);
});

test('the line of the limit is drawn where bars come near it', () => {
  expect(isLimitShown(180, 90)).toBe(true);
  expect(isLimitShown(180, 89)).toBe(false);
});
