// KEY_SCOPES, as operators write it.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('the scopes are the provider’s own, each with what it is for', () => {
  const { keyScopes } = readConfig({ KEY_SCOPES: 'orders:read=See orders; ledger.write = Write = book ;' });
  expect(keyScopes).toEqual([
    { scope: 'orders:read', description: 'See orders' },
    { scope: 'ledger.write', description: 'Write = book' },
  ]);
});

test('without a setting there is reading and writing by resource', () => {
  const scopes = readConfig({}).keyScopes.map(({ scope }) => scope);
  expect(scopes).toEqual(expect.arrayContaining(['balances:read', 'payments:read', 'payments:write']));
});

test.each([
  ';',
  'orders',
  'orders:read=',
  '=See orders',
  'Orders:read=See',
  'a b=See',
  'a=1;a=2',
  `a=${'x'.repeat(201)}`,
])('KEY_SCOPES=%j is refused in words', (text) =>
  expect(() => readConfig({ KEY_SCOPES: text })).toThrow(/^Configuration: KEY_SCOPES must be scope=desc/),
);
