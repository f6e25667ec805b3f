import {
  authMessages,
  resendVerification,
  resendVerificationEmail,
  verifyEmail,
} from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import {
  type Account,
  logInAs,
  newEmail,
  openDashboard,
  password,
  signUpUnverified,
  storeSession,
  verificationLinkTo,
  verifiedAccount,
  verifyByLink,
} from '../support/accounts.ts';
import { countCalls, historyOf, stopTime } from '../support/browser.ts';
import { accountWithApp, enterCode } from '../support/factors/authenticator-app.ts';
import { toast } from '../support/keys.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { field, fillSignIn, fillSignUp, openSignIn, openSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const signInYourself =
  'This account uses two-step verification, so a link can’t sign you in. Sign in yourself.';

const addressOf = ({ access_token, refresh_token }: Account['session']) =>
  new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' });

const signInUnverified = async (page: Page) => {
  const account = await logInAs(await signUpUnverified());
  await storeSession(page, account);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/verify-email');
  // The address changes before the screen is there.
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  return account;
};

test.describe('the link of the mail', () => {
  test('verifies once, shows it, and leads to sign-in after 2 seconds', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(`/api${verifyEmail.path}`)) calls += 1;
    });
    const email = await signUpUnverified();
    const link = await verificationLinkTo(email);
    const sent = page.waitForRequest(`**/api${verifyEmail.path}`);
    await page.goto(link);
    expect((await sent).postDataJSON()).toEqual({
      token: new URL(link).searchParams.get('token'),
      type: 'email',
    });
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
    await expect(page.getByText('Taking you to sign in.')).toBeVisible();

    await passTime(page, 1999);
    await expect(page).toHaveURL(/\/verify-email/);
    await passTime(page, 1);
    await expect(page).toHaveURL('/auth');
    expect(calls).toBe(1);
    // The link may have been opened in another browser than the sign-up: the portal says whose it was.
    await expect(page.getByText('Email verified. Sign in to continue.')).toBeVisible();
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Password')).toBeFocused();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(field(page, 'Email')).toHaveValue('');
  });

  test('says what to do where several had signed up and none of their passwords counts', {
    tag: '@matrix',
  }, async ({ page }) => {
    const email = await signUpUnverified();
    await signUpUnverified({ email });
    await page.goto(await verificationLinkTo(email));
    const advice = page.getByText('Choose your password with the link we just sent.');
    await expect(advice).toBeVisible();
    await passTime(page, 2000);
    await expect(page).toHaveURL('/auth');
    await expect(advice).toBeVisible();
    await passTime(page, 5000);
    await expect(advice).toBeHidden();
    await openSignIn(page);
    await fillSignIn(page, email, password);
    await expect(page.getByRole('main').getByText('Choose your password with')).toBeVisible();
  });

  test('leads a signed-in developer to the dashboard', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await signInUnverified(page);
    await page.goto(await verificationLinkTo(email));
    await expect(page.getByText('Taking you to the dashboard.')).toBeVisible();
    await passTime(page, 2000);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'API Keys' })).toBeVisible();
  });

  test('says that it is being verified', { tag: '@matrix' }, async ({ page }) => {
    await page.route(`**/api${verifyEmail.path}`, () => {});
    await page.goto('/verify-email?token=slow');
    await expect(page.getByRole('heading', { name: 'Verifying your email' })).toBeVisible();
  });

  test('fails with the way out when it is wrong or used', async ({ page }) => {
    await page.goto('/verify-email?token=12345');
    await expect(page.getByRole('alert')).toHaveText('Failed to verify email. Please try again.');
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'Unable to resend email. Please try logging in.',
    );
    await expect(field(page, 'Email')).toBeFocused();
    // Another try never helps, a new link does.
    await expect(
      page.getByText('This verification link is invalid or has expired. Request a new one.'),
    ).toBeVisible();
    await field(page, 'Email').fill('nobody');
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email');
    await expect(field(page, 'Email')).toBeFocused();
    const email = newEmail();
    const sent = page.waitForRequest(`**/api${resendVerificationEmail.path}`);
    await field(page, 'Email').fill(email);
    await page.getByRole('button', { name: 'Resend email' }).click();
    expect((await sent).postDataJSON()).toEqual({ email });
    await expect(page.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled();
    await page.getByRole('button', { name: "I'll verify later" }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('works in a browser where somebody else is signed in, who stays so', { tag: '@matrix' }, async ({
    page,
  }) => {
    const other = await openDashboard(page);
    const email = await signUpUnverified();
    await page.goto(await verificationLinkTo(email));
    await expect(
      page.getByText(`${email} can sign in now. You stay signed in as ${other.email}.`),
    ).toBeVisible();
    expect((await logInAs(email)).user.emailVerified).toBe(true);
    await passTime(page, 2000);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/verify-email?token=12345');
    await expect(page).toHaveURL('/dashboard');
    // The screen of the link, which says the same, may still be there.
    await expect(
      toast(page, 'This verification link is invalid or has expired. Request a new one.'),
    ).toBeVisible();
  });
});

test.describe('a link that carries a session', () => {
  test('signs in, leaves no token in the address and leads to the dashboard after 1.5 seconds', async ({
    page,
  }) => {
    const { session } = await verifiedAccount();
    await page.goto(
      `/verify-email#access_token=${session.access_token}&refresh_token=${session.refresh_token}&expires_in=3600&token_type=bearer&type=signup`,
    );
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
    await expect(page).toHaveURL('/verify-email');
    await passTime(page, 1499);
    await expect(page).toHaveURL('/verify-email');
    await passTime(page, 1);
    await expect(page).toHaveURL('/dashboard');
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe(session.access_token);
    await page.goBack();
    expect(page.url()).not.toContain('access_token');
  });

  for (const width of [1440, 390]) {
    const tag = width === 390 ? [] : '@matrix';
    test(`row 10: names its account at once and on the next screen, ${width} px wide`, { tag }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const { session, email } = await verifiedAccount();
      const notice = page.getByRole('complementary', { name: 'Signed-in account' });
      await page.goto(
        `/verify-email#access_token=${session.access_token}&refresh_token=${session.refresh_token}&expires_in=3600&token_type=bearer`,
      );
      await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
      await expect(notice).toContainText(`Signed in as ${email} Not you?`);
      await expectAccessible(page);
      await passTime(page, 1500);
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
      await expect(notice).toContainText(`Signed in as ${email} Not you?`);
      await expectAccessible(page);
      await notice.getByRole('button', { name: 'Not you?' }).click();
      await expect(page).toHaveURL('/auth');
      await expect(notice).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
    });
  }

  test('whoever knows the account puts the notice away', { tag: '@matrix' }, async ({ page }) => {
    const { session } = await verifiedAccount();
    await page.goto(
      `/verify-email#access_token=${session.access_token}&refresh_token=${session.refresh_token}&expires_in=3600&token_type=bearer`,
    );
    const notice = page.getByRole('complementary', { name: 'Signed-in account' });
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  test('asks nobody for a second factor, and says to sign in instead', async ({ page }) => {
    const { email, readCode } = await accountWithApp();
    // Somebody who knows the password sends the owner a session of their own.
    const { session: sent } = await logInAs(email);
    await page.goto(`/verify-email#${addressOf(sent)}`);
    await expect(toast(page, signInYourself)).toBeVisible();
    await expect(page).toHaveURL('/auth');
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();

    await openSignIn(page);
    await fillSignIn(page, email, password);
    await enterCode(page.getByLabel('Authentication code'), readCode);
    await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
    const headers = { authorization: `Bearer ${sent.access_token}` };
    expect((await page.request.get(`/api${getProfile.path}`, { headers })).status()).toBe(401);
  });

  test('leaves whoever is signed in where they are', async ({ page }) => {
    const { user } = await openDashboard(page);
    const { session } = await verifiedAccount();
    for (const address of [`#${addressOf(session)}`, `?token=12345#${addressOf(session)}`]) {
      await page.goto(`/verify-email${address}`);
      await expect(page).toHaveURL('/dashboard');
      const stored = await page.evaluate(() => localStorage.getItem('userData'));
      expect(JSON.parse(stored ?? '').id).toBe(user.id);
      for (const visited of await historyOf(page)) expect(visited).not.toContain('access_token');
    }
  });

  test('counts for nothing beside a link of the portal', async ({ page }) => {
    const { session } = await verifiedAccount();
    await page.goto(`/verify-email?token=12345#${addressOf(session)}`);
    await expect(page.getByText('Failed to verify email. Please try again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
    expect(page.url()).not.toContain('access_token');
  });

  test('fails with its own message when the session is not good', { tag: '@matrix' }, async ({ page }) => {
    await page.goto(
      '/verify-email#access_token=a.b.c&refresh_token=nothing&expires_in=3600&token_type=bearer',
    );
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to complete email verification. Please try again.',
    );
    await expect(page).toHaveURL('/verify-email');
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  });
});

test.describe('waiting', () => {
  test('after sign-up the resend counts down from 60, also over a reload, and then sends again', async ({
    page,
  }) => {
    const email = newEmail();
    await stopTime(page);
    await openSignUp(page);
    await fillSignUp(page, 'Mara Okafor', email, password);
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByText('Click the link in the email.')).toBeVisible();
    await expect(page.getByText('Sign in and create your first key')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend in 60s' })).toBeDisabled();

    await page.clock.runFor(20_000);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Resend in 40s' })).toBeDisabled();

    await page.clock.runFor(40_000);
    // The server keeps its own clock, so its answer is stood in for here.
    await page.route(`**/api${resendVerificationEmail.path}`, (route) =>
      route.fulfill({ json: { message: 'sent' } }),
    );
    const sent = page.waitForRequest(`**/api${resendVerificationEmail.path}`);
    await page.getByRole('button', { name: 'Resend email' }).click();
    expect((await sent).postDataJSON()).toEqual({ email });
    const wait = page.getByRole('button', { name: 'Resend in 60s' });
    await expect(wait).toBeDisabled();
    // The focus stays where it is, and nothing is sent before its time.
    await expect(wait).toBeFocused();
    const calls = countCalls(page, resendVerificationEmail.path);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: "I'll verify later" }).click();
    await expect(page).toHaveURL('/auth');
    expect(calls.count).toBe(0);
  });

  test('the waiting window goes on by itself when the link is opened on another device', async ({ page }) => {
    const email = newEmail();
    await openSignUp(page);
    await fillSignUp(page, 'Mara Okafor', email, password);
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the dev mailbox' })).toBeVisible();
    await verifyByLink(email);
    await passTime(page, 5000);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Email verified. Sign in to continue.')).toBeVisible();
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Password')).toBeFocused();
  });

  test('a refusal with a time to wait starts the countdown from that time', { tag: '@matrix' }, async ({
    page,
  }) => {
    await signInUnverified(page);
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(page.getByText('Failed to resend email. Please try again.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled();
  });

  test('a signed-in developer gets the mail again without naming an address', { tag: '@matrix' }, async ({
    page,
  }) => {
    await stopTime(page);
    const { session } = await signInUnverified(page);
    await page.route(`**/api${resendVerification.path}`, (route) =>
      route.fulfill({ json: { message: 'sent' } }),
    );
    const sent = page.waitForRequest(`**/api${resendVerification.path}`);
    await page.getByRole('button', { name: 'Resend email' }).click();
    expect(await (await sent).headerValue('authorization')).toBe(`Bearer ${session.access_token}`);
    await expect(page.getByRole('button', { name: 'Resend in 60s' })).toBeDisabled();
  });

  test('a resend that fails says so and can be tried again', { tag: '@matrix' }, async ({ page }) => {
    await signInUnverified(page);
    await page.route(`**/api${resendVerification.path}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(page.getByText('Failed to resend email. Please try again.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend email' })).toBeEnabled();
    await page.unroute(`**/api${resendVerification.path}`);
    await page.route(`**/api${resendVerification.path}`, (route) =>
      route.fulfill({ json: { message: 'sent' } }),
    );
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(page.getByText(authMessages.verificationSent)).toBeVisible();
    await expect(page.getByText('Failed to resend email. Please try again.')).toHaveCount(0);
  });

  test('without session and address the resend points to sign-in', { tag: '@matrix' }, async ({ page }) => {
    await page.goto('/verify-email');
    await page.getByRole('button', { name: 'Resend email' }).click();
    await expect(page.getByText('Unable to resend email. Please try logging in.')).toBeVisible();
  });

  test('signing in unverified leads here, and later leads back with a word why', async ({ page }) => {
    const email = await signUpUnverified();
    await openSignIn(page);
    await fillSignIn(page, email, password);
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText('Until then you can read the documentation')).toBeVisible();
    await page.getByRole('button', { name: "I'll verify later" }).click();
    await expect(page.getByText('Verify your email to open the dashboard.')).toBeVisible();
    await expect(page).toHaveURL('/verify-email');
  });

  test('a long address breaks nothing', { tag: '@matrix' }, async ({ page }) => {
    const email = `${crypto.randomUUID()}-${'mara'.repeat(6)}@${'northwind.'.repeat(12)}example`;
    await storeSession(page, await logInAs(await signUpUnverified({ email })));
    await page.goto('/verify-email');
    await expect(page.getByText(email)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page);
  });

  test('nobody is locked in: an unverified developer can sign out', async ({ page }) => {
    await signInUnverified(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Successfully logged out')).toBeVisible();
  });

  test('whoever mistyped the address signs up again with the right one', async ({ page }) => {
    const mistyped = await signInUnverified(page);
    await page.getByRole('button', { name: 'Sign up again' }).click();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(field(page, 'Full name')).toBeFocused();
    await expect(field(page, 'Email')).toHaveValue('');
    const right = newEmail();
    await fillSignUp(page, 'Mara Okafor', right, password);
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByText(right)).toBeVisible();

    // Nobody is signed in by now, and the way is the same.
    await page.getByRole('button', { name: 'Sign up again' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    await expect(field(page, 'Email')).toHaveValue('');
    await expect(page.getByText(mistyped.email)).toBeHidden();
  });

  test('a verification on another device is noticed when the window comes back', { tag: '@matrix' }, async ({
    page,
  }) => {
    const { email } = await signInUnverified(page);
    await verifyByLink(email);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page).toHaveURL('/dashboard');
  });

  test('a verification in another tab is noticed at once', { tag: '@matrix' }, async ({ page, context }) => {
    const { email } = await signInUnverified(page);
    const second = await context.newPage();
    await second.goto(await verificationLinkTo(email));
    await expect(second.getByRole('heading', { name: 'Email verified' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  test('a verified developer goes straight to the dashboard', { tag: '@matrix' }, async ({ page }) => {
    await storeSession(page, await verifiedAccount());
    await page.goto('/verify-email');
    await expect(page).toHaveURL('/dashboard');
  });
});
