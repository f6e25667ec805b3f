import { ApiError } from '@ballast/contract/http/client';
import { expect, test } from 'vitest';
import { retryDelay, shouldRetry } from './account-queries.tsx';

const refusal = (status: number, retryAfterSeconds?: number) => new ApiError(status, {}, retryAfterSeconds);

test('an outage is tried twice more, a refusal never', () => {
  for (const status of [0, 500, 503]) {
    expect([0, 1, 2].map((failures) => shouldRetry(failures, refusal(status)))).toEqual([true, true, false]);
  }
  for (const status of [400, 401, 404, 429]) expect(shouldRetry(0, refusal(status))).toBe(false);
});

test('a server that says when to come back is asked no earlier, and a person does not wait for long', () => {
  expect([0, 1].map((failures) => retryDelay(failures, refusal(503)))).toEqual([1000, 2000]);
  expect([0, 1].map((failures) => retryDelay(failures, refusal(503, 4)))).toEqual([4000, 4000]);
  expect(retryDelay(1, refusal(503, 1))).toBe(2000);
  expect(retryDelay(0, refusal(503, 3600))).toBe(5000);
  expect(retryDelay(0, new TypeError('anything else'))).toBe(1000);
});
