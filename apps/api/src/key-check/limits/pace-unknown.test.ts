// Time passes only when a test says so.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openUnknownPace } from './pace-unknown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const flood = (count: number, isGone = () => false) => {
  const pace = openUnknownPace(() => Date.now());
  let answered = 0;
  const ask = () => pace({ isGone, answer: () => (answered += 1) });
  const taken = Array.from({ length: count }, ask);
  return { pace, ask, taken, answered: () => answered };
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
  pace({ isGone: () => false, answer: late });
  vi.advanceTimersByTime(29);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(late).toHaveBeenCalled();
});

test('after a flood the next ones are answered at once again', () => {
  const { ask, answered } = flood(100);
  vi.advanceTimersByTime(1000);
  expect(answered()).toBe(100);
  for (let i = 0; i < 21; i += 1) ask();
  expect(answered()).toBe(120);
});

test('who hung up takes nobody’s place', () => {
  let gone = false;
  const { pace } = flood(2000, () => gone);
  const honest = vi.fn();
  pace({ isGone: () => false, answer: honest });
  gone = true;
  vi.advanceTimersByTime(2);
  expect(honest).toHaveBeenCalled();
});

test('as many wait as are answered within a second, and the next one is refused', () => {
  const { taken } = flood(2021);
  expect(taken.slice(0, -1).every(Boolean)).toBe(true);
  expect(taken.at(-1)).toBe(false);
});
