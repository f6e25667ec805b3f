import { expect, test } from 'vitest';
import { parseStoredPlace, readRequestedPlace, toPlace } from './place.ts';

test('a new visitor sees the keys of the sandbox', () => {
  expect(parseStoredPlace(null, null)).toEqual({ tab: 'keys', environment: 'SANDBOX' });
});

test('tab and environment come back as they were left', () => {
  expect(parseStoredPlace('activity', 'production')).toEqual({ tab: 'activity', environment: 'PRODUCTION' });
  expect(parseStoredPlace('faucet', 'sandbox')).toEqual({ tab: 'faucet', environment: 'SANDBOX' });
});

test('a stored value that is none of ours is ignored', () => {
  expect(parseStoredPlace('billing', 'staging')).toEqual({ tab: 'keys', environment: 'SANDBOX' });
  expect(parseStoredPlace('__proto__', '')).toEqual({ tab: 'keys', environment: 'SANDBOX' });
});

test('the faucet does not exist on production', () => {
  expect(parseStoredPlace('faucet', 'production').tab).toBe('keys');
  expect(toPlace('faucet', 'PRODUCTION').tab).toBe('keys');
});

test('an address can ask for production and for the settings', () => {
  expect(readRequestedPlace({ search: '?env=production', hash: '' })).toEqual({ environment: 'PRODUCTION' });
  expect(readRequestedPlace({ search: '', hash: '#settings' })).toEqual({ tab: 'settings' });
  expect(readRequestedPlace({ search: '?env=sandbox', hash: '#activity' })).toEqual({});
});
