import { endpoints } from '@ballast/contract/endpoints';
import { routeOf } from '@ballast/contract/http/endpoint';
import { expect, test } from 'vitest';
import { purposeOf } from './purposes.ts';

test('every call that wants a fresh proof says what it is for', () => {
  const fresh = endpoints.filter((endpoint) => endpoint.fresh);
  expect(fresh.length).toBeGreaterThan(15);
  const unnamed = fresh
    .map((endpoint) => ({ method: endpoint.method, address: routeOf(endpoint).replaceAll(/:\w+/g, 'x') }))
    .filter((refused) => purposeOf(refused) === 'continue');
  expect(unnamed).toEqual([]);
});
