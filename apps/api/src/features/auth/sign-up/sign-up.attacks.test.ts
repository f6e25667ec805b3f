// A stranger signs up with an address that is not theirs, and its owner opens a link.

import {
  forgotPassword,
  logIn,
  resendVerification,
  resendVerificationEmail,
  resetPassword,
  signUp,
  verifyEmail,
} from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import { expect, test } from 'vitest';
import { failureOf, newAddress, password, useTestApp } from '../../../../testing/test-app.ts';
import { mailPause } from '../../../identity/throttling/limits.ts';
import { findAccount } from '../accounts.ts';

const app = useTestApp();
type Browser = ReturnType<ReturnType<typeof app>['inBrowser']>;

const strangersPassword = 'Attacker-pass1!';
const register = (browser: Browser, email: string, chosen: string, fullName = 'Mara Okafor') =>
  browser(signUp, { body: { email, password: chosen, fullName, authMethod: 'EMAIL' } });
const open = (browser: Browser, token: string) => browser(verifyEmail, { body: { token, type: 'email' } });
const logInWith = (email: string, chosen: string) => app().call(logIn, { body: { email, password: chosen } });
const refusal = async (email: string, chosen: string) => (await failureOf(logInWith(email, chosen))).code;
const waitOut = (email: string) => app().deps.throttles.of(mailPause).delete(`verification ${email}`);

// Both have signed up, the stranger first, who is signed in as far as an unverified address allows.
const twoSignUps = async () => {
  const email = newAddress('victim');
  const [stranger, owner] = [app().inBrowser(), app().inBrowser()];
  await register(stranger, email, strangersPassword, 'Stranger');
  await app().verificationToken(email);
  const { session } = await logInWith(email, strangersPassword);
  await register(owner, email, password);
  await app().verificationToken(email, 2);
  await waitOut(email);
  return { email, stranger, owner, strangersSession: app().callAs(session?.access_token ?? '') };
};
type Situation = Awaited<ReturnType<typeof twoSignUps>>;

const newestMails: [string, (situation: Situation) => Promise<unknown>][] = [
  ['anybody asked for', ({ email }) => app().call(resendVerificationEmail, { body: { email } })],
  ['the stranger’s session asked for', ({ strangersSession }) => strangersSession(resendVerification)],
  [
    'the stranger’s browser asked for',
    ({ stranger, email }) => stranger(resendVerificationEmail, { body: { email } }),
  ],
  [
    'the session library asked for',
    ({ email }) => app().post('/auth/v1/resend', JSON.stringify({ email, type: 'signup' })),
  ],
  [
    'the stranger’s second sign-up sent',
    ({ email, stranger }) => register(stranger, email, strangersPassword),
  ],
  [
    'the stranger’s sign-up in another browser sent',
    ({ email }) => register(app().inBrowser(), email, strangersPassword),
  ],
];

test.each(newestMails)(
  'row 1: the link that %s gives the owner’s browser the owner’s password, and the stranger nothing',
  async (_, ask) => {
    const situation = await twoSignUps();
    const { email, owner, strangersSession } = situation;
    await ask(situation);
    await open(owner, await app().verificationToken(email, 3));

    expect((await logInWith(email, password)).user).toMatchObject({
      emailVerified: true,
      fullName: 'Mara Okafor',
    });
    expect(await refusal(email, strangersPassword)).toBe('invalid_credentials');
    expect((await failureOf(strangersSession(getProfile))).status).toBe(401);
  },
);

test.each(newestMails)(
  'row 1: the link that %s activates nobody’s password in a browser that did not sign up',
  async (_, ask) => {
    const situation = await twoSignUps();
    const { email, strangersSession } = situation;
    await ask(situation);
    await open(app().inBrowser(), await app().verificationToken(email, 3));

    expect(await refusal(email, password)).toBe('invalid_credentials');
    expect(await refusal(email, strangersPassword)).toBe('invalid_credentials');
    expect((await failureOf(strangersSession(getProfile))).status).toBe(401);
    // The owner is mailed the link that sets a password.
    const { access_token: token = '' } = await app().resetLink(email);
    await app().call(resetPassword, { body: { token, password } });
    expect((await logInWith(email, password)).user.emailVerified).toBe(true);
  },
);

test('row 1: an account whose password nobody chose gets a reset link whenever it is asked for', async () => {
  const { email } = await twoSignUps();
  await open(app().inBrowser(), await app().verificationToken(email, 2));
  await app().resetLink(email);
  expect(await app().call(forgotPassword, { body: { email } })).toMatchObject({ isOAuthUser: false });
  const { access_token: token = '' } = await app().resetLink(email, 2);
  await app().call(resetPassword, { body: { token, password } });
  await logInWith(email, password);
});

test('one sign-up is verified wherever its link is opened, also by a link that was sent again', async () => {
  const email = await app().signUpUnverified();
  await app().verificationToken(email);
  const waiting = await app().signIn(email);
  await waitOut(email);
  await app().call(resendVerificationEmail, { body: { email } });
  await open(app().inBrowser(), await app().verificationToken(email, 2));
  expect(await waiting.call(getProfile)).toMatchObject({ emailVerified: true });
  await app().signIn(email);
});

const isProven = async (email: string) =>
  Boolean((await findAccount(app().deps.db, email))?.passwordProvenAt);

test('row 1: the password of the only sign-up is proven by whoever opened the link, and by nobody else', async () => {
  const email = newAddress('victim');
  const [laptop, phone, elsewhere] = [app().inBrowser(), app().inBrowser(), app().inBrowser()];
  await register(laptop, email, password);
  await open(phone, await app().verificationToken(email));
  const other = await app().signUpUnverified();
  await open(elsewhere, await app().verificationToken(other));

  // The browser of the sign-up may be a stranger's. It signs in as ever, and proves nothing.
  for (const browser of [laptop, elsewhere]) await browser(logIn, { body: { email, password } });
  await failureOf(phone(logIn, { body: { email, password: strangersPassword } }));
  expect(await isProven(email)).toBe(false);
  await phone(logIn, { body: { email, password } });
  expect(await isProven(email)).toBe(true);
});

test('row 11: whoever opens a link after a scanner did can prove the password, too', async () => {
  const email = await app().signUpUnverified();
  const token = await app().verificationToken(email);
  await open(app().inBrowser(), token);
  const owner = app().inBrowser();
  await open(owner, token);
  await owner(logIn, { body: { email, password } });
  expect(await isProven(email)).toBe(true);
});

test('row 1: a link that signs in by itself activates no password but its opener’s own', async () => {
  const email = newAddress('victim');
  await register(app().inBrowser(), email, strangersPassword, 'Stranger');
  const token_hash = await app().verificationToken(email);
  const { session } = await logInWith(email, strangersPassword);
  const answer = await app().post('/auth/v1/verify', JSON.stringify({ token_hash, type: 'signup' }));
  const victim = app().callAs(((await answer.json()) as { access_token: string }).access_token);

  expect(await victim(getProfile)).toMatchObject({ email, emailVerified: true, fullName: null });
  expect(await refusal(email, strangersPassword)).toBe('invalid_credentials');
  expect((await failureOf(app().callAs(session?.access_token ?? '')(getProfile))).status).toBe(401);
  const { access_token: token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token, password } });
  await logInWith(email, password);
});

test('where no sign-up’s password counts, the browser that opened the link is told what to do, and nobody else', async () => {
  const { email, owner } = await twoSignUps();
  const [scanner, opener] = [app().inBrowser(), app().inBrowser()];
  const token = await app().verificationToken(email, 2);
  await open(scanner, token);
  expect(await open(opener, token)).toEqual({
    message: 'Email verified. Choose your password with the link we just sent.',
    email,
    choosePassword: true,
  });

  const messageIn = async (browser: Browser) =>
    (await failureOf(browser(logIn, { body: { email, password } }))).message;
  expect(await messageIn(opener)).toBe('Choose your password with the link we just sent.');
  expect(await messageIn(owner)).toBe('Invalid email or password');
  expect(await messageIn(app().inBrowser())).toBe('Invalid email or password');
  const { access_token: chosen = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token: chosen, password } });
  await opener(logIn, { body: { email, password } });
});

test('whoever signs up twice in one browser gets what they chose last, wherever the link is opened', async () => {
  const email = newAddress();
  const browser = app().inBrowser();
  await register(browser, email, 'First-choice1!', 'Mara');
  await app().verificationToken(email);
  const { session } = await logInWith(email, 'First-choice1!');
  await register(browser, email, password, 'Mara Okafor');
  expect(await refusal(email, 'First-choice1!')).toBe('invalid_credentials');
  expect((await failureOf(app().callAs(session?.access_token ?? '')(getProfile))).status).toBe(401);
  await open(app().inBrowser(), await app().verificationToken(email, 2));
  expect((await logInWith(email, password)).user.fullName).toBe('Mara Okafor');
});

test('row 11: the mail says from where somebody signed up, and what to do if it was somebody else', async () => {
  const email = await app().signUpUnverified();
  const { text } = await app().waitForMail(email, /^Verify/);
  expect(text).toContain('Requested from 127.0.0.1.');
  expect(text).toContain('Didn’t sign up? Ignore this email');
});

test('a taken address gives the same cookie as a free one', async () => {
  const { email } = await app().verifiedUser();
  const cookieOf = async (address: string) => {
    const body = { email: address, password, fullName: 'Mara', authMethod: 'EMAIL' };
    const answer = await app().post('/auth/signup', JSON.stringify(body));
    return answer.headers.get('set-cookie')?.replace(/=[\w-]{43};/, '=…;');
  };
  const cookie = await cookieOf(newAddress());
  expect(cookie).toBe('sign-up-browser=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
  expect(await cookieOf(email)).toBe(cookie);
});
