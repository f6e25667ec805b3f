import { expect, test } from 'vitest';
import { changedRestrictions, networksIn, noRestrictions } from './restriction-form.ts';

test('a form that restricts nothing sends nothing', () => {
  expect(changedRestrictions(noRestrictions, noRestrictions)).toEqual({});
});

test('only what was changed is sent, and what was emptied is lifted', () => {
  const before = {
    expiry: 'date',
    expiresAt: '2026-11-20',
    access: 'custom',
    scopes: ['a:read'],
    allowedNetworks: '',
  } as const;
  const had = { ...before, scopes: [...before.scopes] };
  expect(changedRestrictions({ ...had, scopes: [] }, had)).toEqual({ scopes: null });
  expect(changedRestrictions({ ...had, expiry: 'never' }, had)).toEqual({ expiresAt: null });
  expect(changedRestrictions({ ...had, allowedNetworks: ' 10.0.0.0/8\n\n::1 ' }, had)).toEqual({
    allowedNetworks: ['10.0.0.0/8', '::1'],
  });
});

test('a key is good until the end of the chosen day', () => {
  const { expiresAt } = changedRestrictions(
    { ...noRestrictions, expiry: 'date', expiresAt: '2026-11-20' },
    noRestrictions,
  );
  expect(expiresAt).toBe(new Date(2026, 10, 20, 23, 59, 59).toISOString());
});

test('networks may stand on lines or behind commas', () => {
  expect(networksIn('10.0.0.1,10.0.0.2 10.0.0.3\r\n10.0.0.4')).toHaveLength(4);
});
