import type { Activity } from '@ballast/contract/activities';
import { expect, test } from 'vitest';
import { matchesQuery, noFilters, nothingFound, toQuery } from './filters.ts';

const now = new Date(2026, 10, 15, 9, 43).getTime();
const at = (day: number, hour: number, type = 'login'): Activity => ({
  id: crypto.randomUUID(),
  type,
  title: type,
  description: '',
  timestamp: new Date(2026, 10, day, hour).toISOString(),
  environment: null,
});

test('without filters nothing is asked and everything is wanted', () => {
  expect(toQuery(noFilters, now)).toEqual({});
  expect(matchesQuery({}, at(1, 0, 'something_new'))).toBe(true);
});

test.each([
  ['today', new Date(2026, 10, 15)],
  ['week', new Date(2026, 10, 9)],
  ['month', new Date(2026, 9, 17)],
] as const)('%s begins at a midnight where the reader is', (time, start) => {
  expect(toQuery({ category: 'all', time }, now)).toEqual({ after: start.toISOString() });
});

test('the answer of a day can be kept until midnight', () => {
  const morning = toQuery({ category: 'auth', time: 'week' }, now);
  expect(toQuery({ category: 'auth', time: 'week' }, now + 14 * 3600_000)).toEqual(morning);
});

test('today is told from yesterday', () => {
  const today = toQuery({ category: 'all', time: 'today' }, now);
  expect(matchesQuery(today, at(15, 0))).toBe(true);
  expect(matchesQuery(today, at(14, 23))).toBe(false);
});

test('a category holds its own types, and the last one all others', () => {
  expect(matchesQuery({ category: 'auth' }, at(15, 1, 'oauth_login'))).toBe(true);
  expect(matchesQuery({ category: 'auth' }, at(15, 1, 'key_created'))).toBe(false);
  expect(matchesQuery({ category: 'other' }, at(15, 1, 'something_new'))).toBe(true);
});

test.each([
  [{ category: 'faucet', time: 'today' }, 'Nothing in Faucet today.'],
  [{ category: 'other', time: 'all' }, 'Nothing in Other.'],
  [{ category: 'all', time: 'week' }, 'Nothing in the last 7 days.'],
] as const)('%j finds: %s', (filters, words) => {
  expect(nothingFound(filters)).toBe(words);
});
