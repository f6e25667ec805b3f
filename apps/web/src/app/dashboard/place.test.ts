import { expect, test } from 'vitest';
import { askedFor, placeAt, storedPlace } from './place.ts';

test('a new visitor sees the keys of the sandbox', () => {
  expect(storedPlace(null, null)).toEqual({ tab: 'keys', environment: 'sandbox' });
});

test('tab and environment come back as they were left', () => {
  expect(storedPlace('activity', 'production')).toEqual({ tab: 'activity', environment: 'production' });
  expect(storedPlace('faucet', 'sandbox')).toEqual({ tab: 'faucet', environment: 'sandbox' });
});

test('a stored value that is none of ours is ignored', () => {
  expect(storedPlace('billing', 'staging')).toEqual({ tab: 'keys', environment: 'sandbox' });
  expect(storedPlace('__proto__', '')).toEqual({ tab: 'keys', environment: 'sandbox' });
});

test('the faucet does not exist on production', () => {
  expect(storedPlace('faucet', 'production').tab).toBe('keys');
  expect(placeAt('faucet', 'production').tab).toBe('keys');
});

test('an address can ask for production and for the settings', () => {
  expect(askedFor({ search: '?env=production', hash: '' })).toEqual({ environment: 'production' });
  expect(askedFor({ search: '', hash: '#settings' })).toEqual({ tab: 'settings' });
  expect(askedFor({ search: '?env=sandbox', hash: '#activity' })).toEqual({});
});
