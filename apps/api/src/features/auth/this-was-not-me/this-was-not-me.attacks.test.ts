// The link 'This wasn't me' in the mails about an account's safety: what it takes back, and for whom it is worth nothing.

import {
  changeEmail,
  confirmEmailChange,
  forgotPassword,
  logIn,
  resetPassword,
} from '@ballast/contract/auth/auth';
import { createRecoveryCodes } from '@ballast/contract/auth/second-factor-calls';
import { listSessions } from '@ballast/contract/auth/session-list';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { completeCliAuth, listDevices } from '@ballast/contract/cli/cli-auth';
import { createKey } from '@ballast/contract/keys/api-keys';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../../testing/cli-login.ts';
import { enrolAuthenticator, guardedUser, showCode } from '../../../../testing/factors/authenticator.ts';
import { useNotMe } from '../../../../testing/not-me.ts';
import { useProviderApp } from '../../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../../testing/test-app.ts';
import type { MailKind } from '../../../email/mail-kinds.ts';
import { factors, passkeys } from '../../../identity/factors/tables.ts';
import type { Undo } from '../../../identity/mailed/tables.ts';
import { mailSecurityNotice } from '../../../identity/security-mail.ts';
import { mailPause } from '../../../identity/throttling/limits.ts';
import { authMails } from '../mails.ts';

const providerApp = useProviderApp();
const app = () => providerApp().app;

const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

const { tokenIn, press, refusalOf, moveTo } = useNotMe(app);

test('a production key is told with time, address and browser; the link signs everybody out and leads to a new password', async () => {
  const { email, session, call } = await app().verifiedUser();
  const device = await logInCli(app(), { call });
  const profile = { fullName: 'Mara Okafor', companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } as const;
  await call(updateProfile, { body: { ...profile, companyName: 'Northwind' } });
  await fetch(`${app().url}/api${createKey.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
      'user-agent': firefox,
    },
    body: JSON.stringify({ name: 'thief', environment: 'PRODUCTION' }),
  });
  const mail = await app().waitForMail(email, /^A production key was created/);
  expect(mail.text).toContain('"thief" is a live key: requests made with it move real funds.');
  expect(mail.text).toMatch(
    /When and where: \d+ \w+ \d{4} at \d\d:\d\d UTC, from 127\.0\.0\.1 with Firefox on macOS\./,
  );

  expect(await press(await tokenIn(email, /^A production key was created/))).toEqual({
    takenBack: [],
    mailedTo: email,
    keptKeys: { named: ['thief (production)'], more: false },
  });
  expect((await failureOf(call(getProfile))).status).toBe(401);
  expect((await failureOf(device.call(getProfile))).status).toBe(401);
  expect((await failureOf(app().call(logIn, { body: { email, password } }))).code).toBe(
    'invalid_credentials',
  );
  const { access_token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token: access_token, password: 'An0ther-harbour!' } });
  const back = await app().call(logIn, { body: { email, password: 'An0ther-harbour!' } });
  const owner = app().callAs(back.session?.access_token ?? '');
  expect(await owner(listSessions)).toHaveLength(1);
  expect(await owner(listDevices)).toEqual([]);
});

test('any mail from before a theft takes back the address and the provider that came after it', async () => {
  const owner = await app().verifiedUser();
  await logInCli(app(), owner, 'thief');
  const token = await tokenIn(owner.email, /^A device was authorized/);
  await providerApp().linkWith('github', newPerson(), owner.session.access_token);
  const first = await moveTo(owner);
  const second = await moveTo(owner);

  expect(await press(token)).toMatchObject({ takenBack: ['address', 'provider'], mailedTo: owner.email });
  expect(await providerApp().userById(owner.user.id)).toMatchObject({
    email: owner.email,
    githubProfile: null,
    passwordHash: null,
  });
  await app().resetLink(owner.email);
  expect((await app().waitForMail(second, /email was changed/)).text).toContain(owner.email);
  // A reader of the thief's mailboxes holds links of the same account.
  for (const to of [first, second]) {
    expect(await refusalOf(await tokenIn(to, /account uses this address/))).toBe('link_invalid');
  }
  expect(await refusalOf(await tokenIn(first, /email was changed/))).toBe('link_invalid');
});

test('an owner who has changed the address back without the link is not undone by the thief’s', async () => {
  const owner = await app().verifiedUser();
  const thief = await moveTo(owner);
  await moveTo(owner, owner.email);
  expect(await refusalOf(await tokenIn(thief, /email was changed/))).toBe('link_invalid');
  expect(await refusalOf(await tokenIn(thief, /account uses this address/))).toBe('link_invalid');
  expect(await owner.call(getProfile)).toMatchObject({ email: owner.email });
});

test('a link in the mailbox of the new address never leads back to an older one, nor to a newer', async () => {
  const owner = await app().verifiedUser();
  const second = await moveTo(owner);
  const token = await tokenIn(second, /account uses this address/);
  expect(await press(token)).toMatchObject({ takenBack: [], mailedTo: second });
  expect(await press(await tokenIn(owner.email, /email was changed/))).toMatchObject({
    takenBack: ['address'],
    mailedTo: owner.email,
  });
});

test('a link is worth nothing when it was used, guessed, of another kind, or is older than 7 days', async () => {
  const owner = await app().verifiedUser();
  const other = await app().verifiedUser();
  await logInCli(app(), owner);
  const used = await tokenIn(owner.email, /^A device was authorized/);
  // A user of another account who opens it acts on the account that it was made for.
  await app().callAs(other.session.access_token)(thisWasNotMe, { body: { token: used } });
  expect(await other.call(getProfile)).toMatchObject({ email: other.email });
  expect((await failureOf(owner.call(getProfile))).status).toBe(401);
  expect(await refusalOf(used)).toBe('link_invalid');

  await logInCli(app(), other);
  const good = await tokenIn(other.email, /^A device was authorized/);
  const guessed = `${good.slice(0, 30)}${good[30] === 'A' ? 'B' : 'A'}${good.slice(31)}`;
  expect(await refusalOf(guessed)).toBe('link_invalid');
  expect(await refusalOf(await app().verificationToken(other.email))).toBe('link_invalid');
  app().skipSeconds(7 * 24 * 3600 + 1);
  expect(await refusalOf(good)).toBe('link_invalid');
});

test('of many presses at once one counts, and links of one account that are used at once do not block each other', async () => {
  const owner = await app().verifiedUser();
  await logInCli(app(), owner);
  const older = await tokenIn(owner.email, /^A device was authorized/);
  await logInCli(app(), owner, 'second');
  const newer = await tokenIn(owner.email, /^A device was authorized/, 2);
  const answers = await Promise.allSettled([newer, newer, older, newer].map(press));
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  // Each also ends the other links to the same address.
  expect(refusals).toEqual(['link_invalid', 'link_invalid', 'link_invalid']);
});

test('a mailbox whose limit was used up still gets the mail', async () => {
  const owner = await app().verifiedUser();
  const mailPauseCount = app().deps.throttles.of(mailPause);
  for (let requests = 0; requests < 9; requests += 1) {
    await mailPauseCount.delete(`recovery ${owner.email}`);
    await app()
      .call(forgotPassword, { body: { email: owner.email } })
      .catch(() => {});
  }
  expect((await failureOf(app().call(forgotPassword, { body: { email: owner.email } }))).status).toBe(429);
  await logInCli(app(), owner);
  await press(await tokenIn(owner.email, /^A device was authorized/));
});

test('a second factor and a passkey that were added go, and recovery codes do not stay alone', async () => {
  const { user, email, call } = await app().verifiedUser();
  const { deps } = app();
  const at = deps.now();
  const added = { userId: user.id, createdAt: at };
  const verified = { ...added, status: 'verified', updatedAt: at } as const;
  const owner = await providerApp().userById(user.id);
  if (!owner) throw new Error('there is no owner');
  await deps.db.transaction(async (tx) => {
    const [totp] = await tx
      .insert(factors)
      .values({ ...verified, type: 'totp', name: 'Thief' })
      .returning();
    await tx.insert(factors).values({ ...verified, type: 'recovery_code', name: 'Recovery codes' });
    const [passkey] = await tx
      .insert(passkeys)
      .values({ ...added, name: 'Thief', credentialId: user.id, publicKey: 'none' })
      .returning();
    const visitor = { client: { address: '203.0.113.9', userAgent: firefox } };
    const tell = (kind: MailKind<{ name: string }>, undo: Undo) =>
      mailSecurityNotice(deps, tx, visitor, owner, kind, { name: 'Thief' }, undo);
    const factorAdded = { ...authMails.passkeyAdded, template: 'factor-added' };
    await tell(factorAdded, { kind: 'factor', id: totp?.id ?? '' });
    await tell(authMails.passkeyAdded, { kind: 'passkey', id: passkey?.id ?? '' });
  });
  const mail = await app().waitForMail(email, /^A second step was added/);
  expect(mail.text).toContain('from 203.0.113.9 with Firefox on macOS');
  expect(await press(await tokenIn(email, /^A second step was added/))).toMatchObject({
    takenBack: ['factor', 'passkey'],
    mailedTo: email,
  });
  expect(await deps.db.select().from(factors).where(eq(factors.userId, user.id))).toEqual([]);
  expect(await deps.db.select().from(passkeys).where(eq(passkeys.userId, user.id))).toEqual([]);
  expect((await failureOf(call(getProfile))).status).toBe(401);
});

test('what a thief began ends with the link, and so do the links of later mails', async () => {
  const owner = await app().verifiedUser();
  await logInCli(app(), owner);
  const token = await tokenIn(owner.email, /^A device was authorized/);
  const waiting = await startCliLogin(app(), 'thief');
  await owner.call(completeCliAuth, { body: { state: waiting.state } });
  const later = await tokenIn(owner.email, /^A device was authorized/, 2);
  const newEmail = newAddress('thief');
  await owner.call(changeEmail, { body: { newEmail } });
  const { links } = await app().waitForMail(newEmail, /^Confirm your new email/);
  const link = new URL(links[0] ?? '').searchParams.get('token') ?? '';
  await press(token);

  await expect(waiting.granted()).rejects.toThrow();
  const confirm = app().call(confirmEmailChange, { body: { token: link, password } });
  expect((await failureOf(confirm)).code).toBe('link_invalid');
  expect(await refusalOf(later)).toBe('link_invalid');
});

test('a factor that a thief added beside the owner’s goes alone: the owner’s app and codes stay', async () => {
  const owner = await guardedUser(app());
  await owner.call(createRecoveryCodes, { body: {} });
  app().skipSeconds(8 * 24 * 3600);
  const { factor } = owner;
  const again = await app().signIn(owner.email);
  const { access_token } = await showCode(again.call, factor.id, factor.nextCode());
  const call = app().callAs(access_token);
  const theirs = await enrolAuthenticator(app(), call, 'Thief');
  await showCode(call, theirs.id, theirs.nextCode());
  expect(await press(await tokenIn(owner.email, /^A second step was added/, 2))).toMatchObject({
    takenBack: ['factor'],
    mailedTo: owner.email,
  });
  const left = await app().deps.db.select().from(factors).where(eq(factors.userId, owner.user.id));
  expect(left.map(({ type }) => type).sort()).toEqual(['recovery_code', 'totp']);
  expect(left.map(({ id }) => id)).toContain(factor.id);
});

test('the old address comes back from somebody who only signed up with it, and from nobody who has verified it', async () => {
  const [owner, other] = [await app().verifiedUser(), await app().verifiedUser()];
  for (const person of [owner, other]) await moveTo(person);
  await app().signUpUnverified(owner.email);
  expect(await press(await tokenIn(owner.email, /email was changed/))).toMatchObject({
    takenBack: ['address'],
  });
  const newcomer = await app().verifiedUser(other.email);
  expect(await refusalOf(await tokenIn(other.email, /email was changed/))).toBe('conflict');
  expect(await newcomer.call(getProfile)).toMatchObject({ email: other.email });
});

test('an address that its owner left more than 7 days ago is not the first one any more', async () => {
  const before = await app().verifiedUser();
  const email = await moveTo(before, newAddress('moved'));
  app().skipSeconds(8 * 24 * 3600);
  await moveTo(await app().signIn(email));
  expect(await press(await tokenIn(email, /email was changed/))).toMatchObject({
    takenBack: ['address'],
    mailedTo: email,
  });
});
