// What happens to leaked keys, as operators write it.
import { expect, test } from 'vitest';
import { readConfig } from '../../../runtime/settings/config.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { leakSettings } from './settings.ts';

test('by default no report is taken, sandbox keys are revoked and production keys rotated', () => {
  expect(settingsOf(readConfig({}, [leakSettings]), leakSettings)).toEqual({
    reports: null,
    policies: { SANDBOX: 'revoke', PRODUCTION: 'rotate' },
  });
});

test.each([
  [{ LEAK_POLICY_SANDBOX: 'delete' }, 'LEAK_POLICY_SANDBOX must be notify, rotate or revoke'],
  [{ LEAK_POLICY_PRODUCTION: 'Rotate' }, 'LEAK_POLICY_PRODUCTION must be notify, rotate or revoke'],
  [{ LEAK_REPORT_KEYS_URL: 'http://api.github.com/keys' }, 'LEAK_REPORT_KEYS_URL must be an https address'],
  [
    { LEAK_REPORT_KEYS_URL: 'https://api.github.com/keys', LEAK_REPORT_KEYS_FILE: 'keys.json' },
    'LEAK_REPORT_KEYS_URL and LEAK_REPORT_KEYS_FILE are both set: remove one of them',
  ],
  [{ LEAK_REPORT_KEYS_URL: 'nope' }, 'LEAK_REPORT_KEYS_URL must be an http or https address'],
  [
    { LEAK_REPORT_KEYS_FILE: '/nope' },
    'LEAK_REPORT_KEYS_FILE cannot be read (ENOENT): it must be a file with the public keys of the service',
  ],
  [
    { LEAK_REPORT_KEYS_FILE: import.meta.filename },
    'LEAK_REPORT_KEYS_FILE must hold JSON such as { "public_keys": [{ "key_identifier": "…", "key": "…" }] }, with a key of the curve P-256',
  ],
])('%j is refused in one line', (env, problem) =>
  expect(() => readConfig(env, [leakSettings])).toThrow(new Error(`Configuration: ${problem}`)),
);
