// Time passes only when a test says so.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openUnknownPace } from './pace-unknown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const flood = (count: number) => {
  const pace = openUnknownPace(() => Date.now());
  let answered = 0;
  const taken = Array.from({ length: count }, () => pace(() => (answered += 1)));
  return { pace, taken, answered: () => answered };
};

test('a few unknown keys are answered at once', () => {
  expect(flood(20).answered()).toBe(20);
});

test('a flood of unknown keys is answered two each millisecond, in order', () => {
  const { pace, answered } = flood(100);
  expect(answered()).toBe(20);
  vi.advanceTimersByTime(10);
  expect(answered()).toBe(40);
  const late = vi.fn();
  pace(late);
  vi.advanceTimersByTime(29);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(late).toHaveBeenCalled();
});

test('after a flood the next ones are answered at once again', () => {
  const { pace, answered } = flood(100);
  vi.advanceTimersByTime(1000);
  expect(answered()).toBe(100);
  for (let i = 0; i < 20; i += 1) pace(() => {});
  const last = vi.fn();
  pace(last);
  expect(last).not.toHaveBeenCalled();
});

test('so many wait at most, and the next one is refused', () => {
  const { taken } = flood(20_021);
  expect(taken.slice(0, -1).every(Boolean)).toBe(true);
  expect(taken.at(-1)).toBe(false);
});
