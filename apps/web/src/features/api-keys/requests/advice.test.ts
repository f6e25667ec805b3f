import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { expect, test } from 'vitest';
import { adviceFor, overAround } from './advice.ts';

const apiKey: ApiKey = {
  ...{ id: 'k', name: 'till', key: 'blst_test_x', masked: false, environment: 'SANDBOX', rateLimit: 3 },
  ...{ createdAt: '2026-11-01T00:00:00Z', lastUsedAt: null, isActive: true, status: 'ACTIVE' },
  ...{ expiresAt: null, scopes: ['payments:read'], allowedNetworks: ['10.0.0.0/8'] },
  ...{ latestRequest: null, previous: null, leakedAt: null },
};
const at = '2026-11-18T16:12:03.250Z';
const row = { at, address: '203.0.113.9', scope: 'payments:read payments:write', reason: null };

const request: NonNullable<ApiKey['latestRequest']> = {
  ...{ id: 'r', keyId: 'k', keyName: 'till', environment: 'SANDBOX', currentLimit: 3, requestedLimit: 50 },
  ...{ reason: 'more', approvedLimit: null, status: 'PENDING', note: null, createdAt: at, decidedAt: null },
};

const advice = (
  reason: NonNullable<Parameters<typeof adviceFor>[0]['reason']>,
  changes: Partial<ApiKey> = {},
) => adviceFor({ ...row, reason }, { ...apiKey, ...changes }, { seconds: 4, atLeast: false });

test('an allowed request needs no advice', () => {
  expect(adviceFor(row, apiKey, null)).toBeNull();
});

test.each([
  ['rate_limited', 'Over 3 req/s for 4 s.', 'request-limit'],
  ['address_not_allowed', '203.0.113.9 isn’t in the allowed networks of this key.', 'allow-address'],
  ['scope_missing', 'This key lacks payments:write.', 'restrictions'],
  ['key_revoked', 'This was the old key, which a rotation replaced.', 'copy-key'],
  ['account_suspended', 'Your account was suspended.', 'support'],
] as const)('%s: %s', (reason, text, step) => {
  expect(advice(reason)).toMatchObject({ text, step });
});

test('an expired key gets a later date, and one that has it needs nothing more', () => {
  const expiresAt = '2026-11-17T12:00:00Z';
  expect(advice('key_expired', { status: 'EXPIRED', expiresAt })).toEqual({
    text: 'This key expired on Nov 17, 2026.',
    step: 'restrictions',
    label: 'Set a Later Date',
  });
  expect(advice('key_expired')).toEqual({ text: 'This key had expired. It works again. Try again.' });
});

test('what was mended since is only said', () => {
  expect(advice('address_not_allowed', { allowedNetworks: null })?.step).toBeUndefined();
  expect(advice('address_not_allowed', { allowedNetworks: ['203.0.113.9/32'] })?.step).toBeUndefined();
  expect(advice('scope_missing', { scopes: null })?.step).toBeUndefined();
  expect(advice('scope_missing', { scopes: ['payments:read', 'payments:write'] })?.step).toBeUndefined();
  const approved = { ...request, status: 'APPROVED', decidedAt: '2026-11-18T17:00:00.000Z' } as const;
  const raised = advice('rate_limited', { rateLimit: 50, latestRequest: approved });
  expect(raised?.text).toMatch(/^Over the rate limit for 4 s\. It’s 50 req\/s since Nov 18, 2026/);
});

test('a limit that was asked for already is shown, and the highest one is a matter for support', () => {
  expect(advice('rate_limited', { latestRequest: request })).toMatchObject({
    text: 'Over 3 req/s for 4 s. Your request for 50 req/s is under review.',
    step: 'show-request',
  });
  expect(advice('rate_limited', { rateLimit: 1000 })?.step).toBe('support');
});

test('networks that are full are edited', () => {
  const allowedNetworks = Array.from({ length: 100 }, (_, i) => `10.0.${i}.0/24`);
  expect(advice('address_not_allowed', { allowedNetworks })?.step).toBe('restrictions');
});

test('a key that was deleted leads to the others', () => {
  expect(adviceFor({ ...row, reason: 'rate_limited' }, null, null)?.step).toBe('keys');
});

test('the time over the limit is what has no pause around the request', () => {
  const rows = [0, 1, 2, 3, 5, 9].map((seconds) => ({
    at: new Date(Date.parse(at) + seconds * 1000).toISOString(),
  }));
  expect(overAround(at, rows, false)).toEqual({ seconds: 4, atLeast: false });
  expect(overAround(rows[3]?.at ?? '', rows, true)).toEqual({ seconds: 4, atLeast: true });
  expect(overAround(rows[4]?.at ?? '', rows, true)).toEqual({ seconds: 1, atLeast: false });
});
