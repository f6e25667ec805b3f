import { expect, test } from 'vitest';
import {
  linkTo,
  parseStoredPlace,
  pathOf,
  readPath,
  readRequestedPlace,
  toPlace,
  withoutRequest,
} from './place.ts';

test('a new visitor sees the keys of the sandbox', () => {
  expect(parseStoredPlace(null, null)).toEqual({ tab: 'keys', environment: 'SANDBOX', section: 'profile' });
});

test('tab and environment come back as they were left', () => {
  expect(parseStoredPlace('activity', 'production')).toMatchObject({
    tab: 'activity',
    environment: 'PRODUCTION',
  });
  expect(parseStoredPlace('faucet', 'sandbox')).toMatchObject({ tab: 'faucet', environment: 'SANDBOX' });
  expect(parseStoredPlace('settings', 'sandbox', 'security')).toMatchObject({
    tab: 'settings',
    section: 'security',
  });
});

test('a stored value that is none of ours is ignored', () => {
  expect(parseStoredPlace('billing', 'staging')).toMatchObject({ tab: 'keys', environment: 'SANDBOX' });
  expect(parseStoredPlace('__proto__', '', 'billing')).toEqual({
    tab: 'keys',
    environment: 'SANDBOX',
    section: 'profile',
  });
});

test('the faucet does not exist on production', () => {
  expect(parseStoredPlace('faucet', 'production').tab).toBe('keys');
  expect(toPlace({ tab: 'faucet', environment: 'PRODUCTION', section: 'profile' }).tab).toBe('keys');
});

test('an address can ask for an environment, a tab and a section of the settings', () => {
  expect(readRequestedPlace({ search: '?env=production', hash: '' })).toEqual({ environment: 'PRODUCTION' });
  expect(readRequestedPlace({ search: '', hash: '#settings' })).toEqual({
    tab: 'settings',
    section: 'profile',
  });
  expect(readRequestedPlace({ search: '', hash: '#security' })).toEqual({
    tab: 'settings',
    section: 'security',
  });
  expect(readRequestedPlace({ search: '', hash: '#constructor' })).toEqual({});
  expect(readRequestedPlace({ search: '?env=sandbox', hash: '#activity' })).toEqual({
    environment: 'SANDBOX',
    tab: 'activity',
  });
  expect(readRequestedPlace({ search: '?env=staging', hash: '#main' })).toEqual({});
});

test('every tab and the security settings have an address that names them', () => {
  for (const [place, path] of [
    [{ tab: 'keys', section: 'profile' }, '/dashboard/keys'],
    [{ tab: 'activity', section: 'profile' }, '/dashboard/activity'],
    [{ tab: 'settings', section: 'profile' }, '/dashboard/settings'],
    [{ tab: 'settings', section: 'security' }, '/dashboard/security'],
  ] as const) {
    expect(pathOf(place)).toBe(path);
    expect(readPath({ pathname: `${path}/` })).toMatchObject({ tab: place.tab });
  }
  expect(readPath({ pathname: '/dashboard/security' }).section).toBe('security');
  for (const pathname of [
    '/dashboard',
    '/dashboard/billing',
    '/dashboard/keys/one',
    '/dashboard/constructor',
  ])
    expect(readPath({ pathname })).toEqual({});
});

test('a link brings its environment along, which is followed once', () => {
  expect(linkTo('activity', 'PRODUCTION')).toBe('/dashboard/activity?env=production');
  const rest = withoutRequest({
    pathname: '/dashboard/activity',
    search: '?env=production&category=api_key',
  });
  expect(rest).toBe('/dashboard/activity?category=api_key');
  expect(withoutRequest({ pathname: '/dashboard', search: '?env=production' })).toBe('/dashboard');
});
