import { expect, test } from 'vitest';
import type { AccountSecurity } from './account-security.ts';
import { protectionOf } from './protection.ts';

const thing = { id: 'id', created_at: '', updated_at: '', status: 'verified' } as never;

const account = (has: Partial<AccountSecurity>): AccountSecurity => ({
  hasPassword: true,
  passkeys: [],
  apps: [],
  keys: [],
  recoveryCodes: null,
  ...has,
});

const codes = (remaining: number, saved = true) => ({ recoveryCodes: { total: 10, remaining, saved } });

test.each([
  ['a password alone', account({}), false, 'add-app'],
  ['GitHub or Google alone', account({ hasPassword: false }), false, 'add-app'],
  ['a passkey beside a password', account({ passkeys: [thing] }), false, 'add-app'],
  ['an app without recovery codes', account({ apps: [thing] }), true, 'create-codes'],
  ['a security key without recovery codes', account({ keys: [thing] }), true, 'create-codes'],
  ['an app and three codes left', account({ apps: [thing], ...codes(3) }), true, 'replace-codes'],
  ['an app and no code left', account({ apps: [thing], ...codes(0) }), true, 'replace-codes'],
  [
    'an app and codes that nobody saved',
    account({ apps: [thing], ...codes(10, false) }),
    true,
    'replace-codes',
  ],
  ['an app and recovery codes', account({ apps: [thing], ...codes(4) }), true, 'add-passkey'],
  ['everything', account({ apps: [thing], passkeys: [thing], ...codes(10) }), true, null],
])('%s', (_, security, strong, next) => {
  expect(protectionOf(security)).toMatchObject({ strong, next });
});

test('the line names what the account would fall to', () => {
  expect(protectionOf(account({})).text).toMatch(/^Anyone with your password/);
  expect(protectionOf(account({ hasPassword: false })).text).toMatch(
    /^Anyone who gets into your GitHub or Google/,
  );
  expect(protectionOf(account({ passkeys: [thing] })).text).toMatch(/^Your passkey is safe, but anyone/);
});
