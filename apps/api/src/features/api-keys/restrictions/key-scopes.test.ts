// KEY_SCOPES, as operators write it.
import { expect, test } from 'vitest';
import { readConfig } from '../../../runtime/settings/config.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { keyScopes } from './key-scopes.ts';

const scopesOf = (env: Record<string, string>) => settingsOf(readConfig(env, [keyScopes]), keyScopes);

test('the scopes are the provider’s own, each with what it is for', () => {
  expect(scopesOf({ KEY_SCOPES: 'orders:read=See orders; ledger.write = Write = book ;' })).toEqual([
    { scope: 'orders:read', description: 'See orders' },
    { scope: 'ledger.write', description: 'Write = book' },
  ]);
});

test('without a setting there is reading and writing by resource', () => {
  const scopes = scopesOf({}).map(({ scope }) => scope);
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
  expect(() => scopesOf({ KEY_SCOPES: text })).toThrow(/^Configuration: KEY_SCOPES must be scope=desc/),
);
