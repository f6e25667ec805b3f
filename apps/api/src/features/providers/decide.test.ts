// The linking rules over every situation that can arise, and over those that cannot.
import { describe, expect, test } from 'vitest';
import { type Decision, decide, type Situation } from './decide.ts';

const me = 'me';
const other = 'other';

const linkUsers = [null, me];
const owners = [null, me, other];
const accounts = [null, { id: me, verified: true }, { id: me, verified: false }];
const flags = [true, false];

const situations: Situation[] = linkUsers.flatMap((linkUserId) =>
  owners.flatMap((identityOwner) =>
    flags.flatMap((emailVerified) =>
      accounts.flatMap((accountWithEmail) =>
        flags.flatMap((hasOtherOfProvider) =>
          flags.map((wasDisconnected) => ({
            linkUserId,
            identityOwner,
            emailVerified,
            accountWithEmail,
            hasOtherOfProvider,
            wasDisconnected,
          })),
        ),
      ),
    ),
  ),
);

const where = (part: Partial<Situation>) =>
  situations.filter((situation) =>
    Object.entries(part).every(
      ([name, value]) => JSON.stringify(situation[name as keyof Situation]) === JSON.stringify(value),
    ),
  );

// Each row: what is known, and what follows whatever else is the case.
const newcomer = { linkUserId: null, identityOwner: null };
const checked = { ...newcomer, emailVerified: true };
const mineByEmail = { ...checked, accountWithEmail: { id: me, verified: true } };
const rules: [string, Partial<Situation>, Decision][] = [
  ['a known account signs its owner in', { linkUserId: null, identityOwner: me }, 'sign-in'],
  [
    'a known account signs its owner in, whoever has its address',
    { linkUserId: null, identityOwner: other },
    'sign-in',
  ],
  [
    'an address that nobody checked opens nothing',
    { ...newcomer, emailVerified: false },
    'refuse-email-unverified',
  ],
  [
    'a free address becomes an account',
    { ...checked, accountWithEmail: null, wasDisconnected: false },
    'create',
  ],
  [
    'what a reset disconnected creates no second account',
    { ...checked, accountWithEmail: null, wasDisconnected: true },
    'refuse-disconnected',
  ],
  [
    'what a reset disconnected replaces no unverified account',
    { ...checked, accountWithEmail: { id: me, verified: false }, wasDisconnected: true },
    'refuse-disconnected',
  ],
  [
    'an account that never verified its address gives way',
    { ...checked, accountWithEmail: { id: me, verified: false }, wasDisconnected: false },
    'replace-unverified',
  ],
  [
    'an address that both sides checked links',
    { ...mineByEmail, hasOtherOfProvider: false },
    'link-and-sign-in',
  ],
  [
    'an account keeps the one account it has at a provider',
    { ...mineByEmail, hasOtherOfProvider: true },
    'refuse-belongs-to-another',
  ],
  ['connecting what is mine already is fine', { linkUserId: me, identityOwner: me }, 'link'],
  [
    'connecting what is another’s is refused',
    { linkUserId: me, identityOwner: other },
    'refuse-belongs-to-another',
  ],
  [
    'connecting something new is fine, whatever its address',
    { linkUserId: me, identityOwner: null, hasOtherOfProvider: false },
    'link',
  ],
  [
    'connecting a second account of a provider is refused',
    { linkUserId: me, identityOwner: null, hasOtherOfProvider: true },
    'refuse-belongs-to-another',
  ],
];

describe.each(rules)('%s', (_, known, decision) => {
  test.each(where(known))('%j', (situation) => {
    expect(decide(situation)).toBe(decision);
  });
});

test('every situation falls under exactly one rule', () => {
  expect(situations).toHaveLength(144);
  const covered = rules.flatMap(([, known]) => where(known));
  expect(covered).toHaveLength(situations.length);
  expect(new Set(covered).size).toBe(situations.length);
});
