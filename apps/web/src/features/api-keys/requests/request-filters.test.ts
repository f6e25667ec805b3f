import { expect, test } from 'vitest';
import { isFiltered, noFilters, readFilters, toQuery } from './request-filters.ts';

const now = Date.parse('2026-11-18T16:12:00.000Z');
const key = '0d8e3c1a-52f4-4b7e-9a60-000000000002';

test('what an address does not say, or says wrongly, filters nothing', () => {
  expect(readFilters('')).toEqual(noFilters);
  expect(readFilters('?outcome=lost&reason=why&key=1&from=soon&to=later&time=9h')).toEqual(noFilters);
  expect(isFiltered(noFilters)).toBe(false);
  expect(toQuery(noFilters, 'SANDBOX', now)).toEqual({ environment: 'SANDBOX' });
});

test('a time that ends before it begins has no end', () => {
  const { from, to } = readFilters('?from=2026-11-18T16:00:00Z&to=2026-11-18T15:00:00Z');
  expect([from, to]).toEqual(['2026-11-18T16:00:00.000Z', '']);
});

test('every filter becomes a part of the question', () => {
  const filters = readFilters(
    `?outcome=limited&reason=rate_limited&key=${key}&address=203.0.113.9&agent=curl&path=/v1&time=1h`,
  );
  expect(toQuery(filters, 'SANDBOX', now)).toEqual({
    outcome: 'limited',
    reason: 'rate_limited',
    keyId: key,
    address: '203.0.113.9',
    userAgent: 'curl',
    path: '/v1',
    from: '2026-11-18T15:12:00.000Z',
  });
  expect(toQuery(readFilters('?outcome=blocked'), 'PRODUCTION', now)).toEqual({
    environment: 'PRODUCTION',
    blocked: 'true',
  });
});

test('the id of a request is looked for in both environments', () => {
  expect(toQuery(readFilters('?id=gw-1'), 'SANDBOX', now)).toEqual({ requestId: 'gw-1' });
});
