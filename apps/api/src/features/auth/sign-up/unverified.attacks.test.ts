// A stranger signs up with somebody else's address and uses the account that nobody has verified.

import {
  changeEmail,
  confirmEmailChange,
  forgotPassword,
  logIn,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '@ballast/contract/auth/auth';
import { deleteAccount, exportData, leavingDays } from '@ballast/contract/auth/leaving';
import {
  enrolFactor,
  getRecoveryCodes,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import { endSession, getSessionUser, updateSessionUser } from '@ballast/contract/auth/session';
import type { Call } from '@ballast/contract/http/client';
import { getProfile } from '@ballast/contract/profile';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../../testing/test-app.ts';
import { deleteLeftAccounts } from '../../../app/accounts/delete-left-accounts.ts';
import { identities, users } from '../../../identity/tables.ts';
import { mailPause } from '../../../identity/throttling/limits.ts';

const app = useTestApp();
type Browser = ReturnType<ReturnType<typeof app>['inBrowser']>;

const ownersPassword = 'Owners-own-pass1!';
const register = (browser: Browser, email: string, chosen: string) =>
  browser(signUp, { body: { email, password: chosen, fullName: 'Mara Okafor', authMethod: 'EMAIL' } });
const open = (browser: Browser, token: string) => browser(verifyEmail, { body: { token, type: 'email' } });
const ownerSignsIn = (email: string) => app().call(logIn, { body: { email, password: ownersPassword } });
const change = (email: string, values: Partial<typeof users.$inferInsert>) =>
  app().deps.db.update(users).set(values).where(eq(users.email, email));
const subjectsTo = async (email: string) =>
  (await app().mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

// The stranger has signed up and is signed in, as far as an address that nobody verified allows.
const squat = async () => {
  const email = await app().signUpUnverified(newAddress('victim'), 'Stranger');
  return { ...(await app().signIn(email)), email };
};

const refusedCalls: [string, (call: Call, email: string) => Promise<unknown>][] = [
  ['change its address', (call) => call(changeEmail, { body: { newEmail: newAddress('elsewhere') } })],
  [
    'change its address through the session library',
    (call) => call(updateSessionUser, { query: {}, body: { email: newAddress('elsewhere') } }),
  ],
  [
    'change its password',
    (call) => call(updateSessionUser, { query: {}, body: { password: 'Another-pass1!' } }),
  ],
  [
    'guess at its password',
    (call) => call(updateSessionUser, { query: {}, body: { current_password: password } }),
  ],
  ['export its data', (call) => call(exportData)],
  ['delete itself', (call, email) => call(deleteAccount, { body: { email } })],
  ['add a second factor', (call) => call(enrolFactor, { body: { factor_type: 'totp' } })],
  ['look at recovery codes', (call) => call(getRecoveryCodes)],
  ['try recovery codes', (call) => call(verifyRecoveryCode, { body: { code: 'abcde-fghjk' } })],
];

test.each(refusedCalls)('an account that nobody verified cannot %s', async (_, attempt) => {
  const { call, email } = await squat();
  const { status, code } = await failureOf(attempt(call, email));
  expect(status).toBe(403);
  expect(['email_not_verified', 'email_not_confirmed']).toContain(code);
});

test('an account that nobody verified can read its profile, get its link again, verify and sign out', async () => {
  const browser = app().inBrowser();
  const email = await app().signUpUnverified(newAddress(), undefined, browser);
  const { call } = await app().signIn(email);
  expect(await call(getProfile)).toMatchObject({ email, emailVerified: false });
  expect(await call(getSessionUser)).toMatchObject({ email });
  await app().deps.throttles.of(mailPause).delete(`verification ${email}`);
  await call(resendVerification);
  await open(browser, await app().verificationToken(email, 2));
  expect(await call(getProfile)).toMatchObject({ emailVerified: true });
  const other = await app().signIn(await app().signUpUnverified());
  await other.call(endSession, { query: { scope: 'global' } });
  expect((await failureOf(other.call(getProfile))).status).toBe(401);
});

describe('an unverified account that was to be deleted before this was forbidden', () => {
  const leave = (email: string) => change(email, { deletesAt: app().now() });

  test('does not erase the owner who verifies the address', async () => {
    const { email } = await squat();
    await leave(email);
    const owner = app().inBrowser();
    await register(owner, email, ownersPassword);
    await open(owner, await app().verificationToken(email, 2));
    app().skipSeconds((leavingDays + 1) * 24 * 3600);
    await deleteLeftAccounts(app().deps);
    expect((await ownerSignsIn(email)).user).toMatchObject({ email, emailVerified: true });
  });

  test('does not take the owner’s sign-up and link along', async () => {
    const { email } = await squat();
    await leave(email);
    const owner = app().inBrowser();
    await register(owner, email, ownersPassword);
    const token = await app().verificationToken(email, 2);
    await deleteLeftAccounts(app().deps);
    await open(owner, token);
    await ownerSignsIn(email);
    expect(await subjectsTo(email)).not.toContainEqual(expect.stringMatching(/delete/));
  });
});

test('a link that moves an unverified account does nothing, and the owner’s own sign-up and link survive', async () => {
  const { email, call } = await app().verifiedUser(newAddress('victim'));
  const elsewhere = newAddress('elsewhere');
  await call(changeEmail, { body: { newEmail: elsewhere } });
  const mail = await app().waitForMail(elsewhere, /^Confirm your new email/);
  const token = new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
  // Links of this kind were mailed for unverified accounts, too, before this was forbidden.
  await change(email, { emailVerifiedAt: null, passwordProvenAt: null });
  const owner = app().inBrowser();
  await register(owner, email, ownersPassword);
  const ownersLink = await app().verificationToken(email, 2);

  const withPassword = app().call(confirmEmailChange, { body: { token, password } });
  expect((await failureOf(withPassword)).code).toBe('link_invalid');
  expect((await failureOf(call(confirmEmailChange, { body: { token } }))).code).toBe('link_invalid');
  await open(owner, ownersLink);
  expect((await ownerSignsIn(email)).user).toMatchObject({ email, emailVerified: true });
});

const strangersTricks: [string, (email: string, stranger: Browser) => Promise<unknown>][] = [
  [
    'signs out everywhere',
    async (email) => (await app().signIn(email)).call(endSession, { query: { scope: 'global' } }),
  ],
  [
    'signs out other browsers',
    async (email) => (await app().signIn(email)).call(endSession, { query: { scope: 'others' } }),
  ],
  ['signs up again', (email, stranger) => register(stranger, email, 'Second-choice1!')],
];

test.each(strangersTricks)(
  'the owner’s reset link to an account that nobody verified survives a stranger who %s',
  async (_, trick) => {
    const stranger = app().inBrowser();
    const email = await app().signUpUnverified(newAddress('victim'), 'Stranger', stranger);
    await app().call(forgotPassword, { body: { email } });
    const { access_token: token = '' } = await app().resetLink(email);
    await trick(email, stranger);
    await app().call(resetPassword, { body: { token, password: ownersPassword } });
    expect((await ownerSignsIn(email)).user.emailVerified).toBe(true);
  },
);

// Every mail that was ever queued for an address, sent or not.
const templatesFor = async (email: string) => {
  const { rows } = await app().deps.db.execute<{ template: string }>(
    sql`select data ->> 'template' as template from pgboss.job where name = 'send-email' and data ->> 'to' = ${email}`,
  );
  return [...new Set(rows.map(({ template }) => template))].toSorted();
};

test('an address that nobody has proven gets the link that verifies it or resets the password, and no other mail', async () => {
  const { email, user, call } = await squat();
  for (const [, attempt] of refusedCalls) await failureOf(attempt(call, email));
  await failureOf(app().call(logIn, { body: { email, password: 'Wrong-pass1!' } }));
  // Rows of this kind are from before unverified accounts were closed.
  const at = app().now();
  await app()
    .deps.db.insert(identities)
    .values({ userId: user.id, provider: 'github', subject: email, email, createdAt: at, lastUsedAt: at });
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token, password: ownersPassword } });
  expect(await templatesFor(email)).toEqual(['reset-password', 'verify-email']);
});

// Mails whose link opens in any browser, unlike a code, which only the client that asked for it can use.
const countLinksFor = async (email: string) => {
  const { rows } = await app().deps.db.execute<{ links: number }>(
    sql`select count(*)::int as links from pgboss.job
      where name = 'send-email' and data ->> 'to' = ${email} and data ->> 'linkTo' is null`,
  );
  return rows[0]?.links;
};

test('sign-ups whose code only a stranger’s client can use do not silence the owner’s verification mail', async () => {
  const email = newAddress('victim');
  const exchange = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
  for (let tries = 0; tries < 4; tries += 1) {
    const answer = await app().post('/auth/v1/signup', JSON.stringify({ email, password, ...exchange }));
    expect(answer.status).toBe(200);
    // No code replaces another one, so that a client whose code is the fourth gets it, too.
    await app().waitForMail(email, /^Verify/, tries + 1);
  }
  const owner = app().inBrowser();
  await register(owner, email, ownersPassword);
  expect(await countLinksFor(email)).toBe(1);
  const isOwners = (link: string | undefined) => link?.includes('token=');
  await app().waitForMail(email, /^Verify/, 5);
  const mail = (await app().mails()).find(({ to, links }) => to === email && isOwners(links[0]));
  await open(owner, new URL(mail?.links[0] ?? '').searchParams.get('token') ?? '');
  await ownerSignsIn(email);
});
