import { expect, test } from 'vitest';
import { dropSecretParameters, readCallback } from './callback-address.ts';

const tokens = { kind: 'tokens', accessToken: 'a', refreshToken: 'r' };
const code = { kind: 'code', code: 'c', state: 's' };
const cancelled = { kind: 'cancelled' };
const error = (message: string) => ({ kind: 'error', message });
const nothing = error('No authorization code or token received');

test.each([
  ['', '#access_token=a&refresh_token=r&expires_in=3600&token_type=bearer', tokens],
  ['?access_token=a&refresh_token=r', '', tokens],
  ['?code=c&state=s', '#access_token=a&refresh_token=r', tokens],
  ['?code=c&state=s', '', code],
  ['?code=c&state=s&redirect_to=settings&from=/cli/auth', '', code],
  ['?code=c', '', nothing],
  ['?state=s', '', nothing],
  ['', '', nothing],
  ['?error=access_denied&state=s', '', cancelled],
  ['', '#error=access_denied', cancelled],
  ['?error=server_error&code=c&state=s', '', error('Authentication failed')],
])('%s%s', (search, hash, callback) => {
  expect(readCallback({ search, hash })).toEqual(callback);
});

test.each([
  ['?code=c&state=s', ''],
  ['?access_token=a&refresh_token=r&provider_token=p', ''],
  ['?code=c&state=s&redirect_to=settings', '?redirect_to=settings'],
  ['?from=%2Fcli%2Fauth%3Fstate%3Ds&code=c', '?from=%2Fcli%2Fauth%3Fstate%3Ds'],
])('of %s may stay %s', (search, rest) => {
  expect(dropSecretParameters(search)).toBe(rest);
});
