import type { User } from '@ballast/contract/profile';
import { describe, expect, test } from 'vitest';
import { findRedirect, type Visitor } from './redirects.ts';

const account: User = {
  id: '0190a8f0-0000-7000-8000-000000000001',
  email: 'mara@northwind.dev',
  fullName: 'Mara Okafor',
  authMethod: 'EMAIL',
  emailVerified: true,
  companyName: null,
  companySize: null,
  useCase: null,
  website: null,
  githubProfile: null,
  avatarUrl: null,
};

const signedInAs = (user: User): Visitor => ({ authenticated: true, user, secondFactorDue: false });

const visitors = {
  'signed out': { authenticated: false, user: null, secondFactorDue: false },
  'email unverified': signedInAs({ ...account, emailVerified: false }),
  'not onboarded': signedInAs(account),
  onboarded: signedInAs({ ...account, companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' }),
  'GitHub account': signedInAs({ ...account, authMethod: 'GITHUB', emailVerified: false }),
  'second factor due': { ...signedInAs(account), secondFactorDue: true },
} satisfies Record<string, Visitor>;

type Row = [address: string, targets: Record<keyof typeof visitors, string>];

const stays = 'stays';

const everybodyStays = {
  'signed out': stays,
  'email unverified': stays,
  'not onboarded': stays,
  onboarded: stays,
  'GitHub account': stays,
  'second factor due': stays,
};

const secondFactor = '/auth/second-factor';

const signedInGoTo = (target: string) => ({
  'signed out': stays,
  'email unverified': target,
  'not onboarded': target,
  onboarded: target,
  'GitHub account': target,
  'second factor due': `${secondFactor}?${new URLSearchParams({ from: target })}`,
});

const verifiedGoOn = {
  'not onboarded': '/dashboard',
  onboarded: '/dashboard',
  'GitHub account': '/dashboard',
};

const halfWay = { 'second factor due': secondFactor };

const usualWayIn = {
  'signed out': stays,
  'email unverified': '/verify-email',
  'not onboarded': '/dashboard',
  onboarded: '/dashboard',
  'GitHub account': '/dashboard',
  'second factor due': secondFactor,
};

const signInFirst = (from: string) => ({
  ...everybodyStays,
  'signed out': `/auth?from=${from}`,
  'second factor due': `${secondFactor}?from=${from}`,
});

const table: Row[] = [
  ['/', { ...usualWayIn, 'signed out': '/auth' }],
  ['/auth', usualWayIn],
  ['/auth?from=/cli/auth?state=s', signedInGoTo('/cli/auth?state=s')],
  ['/auth?from=%2Fcli%2Fauth%3Fstate%3Ds%26redirect%3Dr', signedInGoTo('/cli/auth?state=s&redirect=r')],
  ['/auth?from=/settings', usualWayIn],
  ['/auth?from=//evil.example/cli/auth', usualWayIn],
  ['/auth?from=https://evil.example/cli/auth', usualWayIn],
  ['/auth?from=/cli/authX', usualWayIn],
  ['/auth?from=/cli/auth/../../dashboard', usualWayIn],
  ['/auth?from=/cli/auth%5C..%5C..%5C%5Cevil.example', usualWayIn],
  ['/auth?from=/cli/auth@evil.example', usualWayIn],
  ['/auth/callback?code=c&state=s', everybodyStays],
  [secondFactor, { ...usualWayIn, 'signed out': '/auth', 'second factor due': stays }],
  [
    `${secondFactor}?from=/cli/auth?state=s`,
    {
      ...signedInGoTo('/cli/auth?state=s'),
      'signed out': '/auth?from=%2Fcli%2Fauth%3Fstate%3Ds',
      'second factor due': stays,
    },
  ],
  [
    `${secondFactor}?from=https://evil.example/cli/auth`,
    { ...usualWayIn, 'signed out': '/auth', 'second factor due': stays },
  ],
  ['/verify-email', { ...everybodyStays, ...verifiedGoOn, ...halfWay }],
  ['/verify-email?token=t', everybodyStays],
  ['/verify-email?token=t&type=email_change', everybodyStays],
  ['/verify-email?type=email_change', { ...everybodyStays, ...verifiedGoOn, ...halfWay }],
  ['/reset-password', everybodyStays],
  [
    '/onboarding',
    {
      'signed out': '/auth',
      'email unverified': '/verify-email',
      'not onboarded': stays,
      onboarded: '/dashboard',
      'GitHub account': stays,
      ...halfWay,
    },
  ],
  [
    '/dashboard',
    { ...everybodyStays, 'signed out': '/auth', 'email unverified': '/verify-email', ...halfWay },
  ],
  [
    '/dashboard?env=production',
    { ...everybodyStays, 'signed out': '/auth', 'email unverified': '/verify-email', ...halfWay },
  ],
  [
    '/dashboard/keys/0190a8f0-0000-7000-8000-000000000002?section=usage',
    { ...everybodyStays, 'signed out': '/auth', 'email unverified': '/verify-email', ...halfWay },
  ],
  ['/dashboard/keys/one/two', everybodyStays],
  ['/cli/auth?state=s&redirect=r', signInFirst('%2Fcli%2Fauth%3Fstate%3Ds%26redirect%3Dr')],
  ['/cli/auth', signInFirst('%2Fcli%2Fauth')],
  ['/cli/auth/', signInFirst('%2Fcli%2Fauth')],
  ['/cli/auth/more', everybodyStays],
  ['/cli', everybodyStays],
  ['/support', everybodyStays],
  ['/no/such/page', everybodyStays],
];

describe.each(table)('%s', (address, targets) => {
  const { pathname, search } = new URL(address, 'http://portal.invalid');

  test.each(Object.entries(targets))('%s: %s', (visitor, target) => {
    const found = findRedirect({ pathname, search }, visitors[visitor as keyof typeof visitors]);
    expect(found ?? stays).toBe(target);
  });
});

test('whoever is sent from the command line to sign in comes back to the same address', () => {
  const there = { pathname: '/cli/auth', search: '?state=s%26t&redirect=http%3A%2F%2F127.0.0.1%3A4000%2F' };
  const signIn = new URL(findRedirect(there, visitors['signed out']) ?? '', 'http://portal.invalid');
  const back = findRedirect({ pathname: signIn.pathname, search: signIn.search }, visitors.onboarded);
  expect(back).toBe(`${there.pathname}${there.search}`);
});

test('a redirect never leads to another redirect that comes back', () => {
  for (const [address] of table) {
    for (const visitor of Object.values(visitors)) {
      const first = new URL(address, 'http://portal.invalid');
      const target = findRedirect(first, visitor);
      if (!target) continue;
      const second = findRedirect(new URL(target, 'http://portal.invalid'), visitor);
      expect(second, `${address} → ${target}`).toBeNull();
    }
  }
});
