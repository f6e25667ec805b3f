import { forgotPassword } from '@ballast/contract/auth/auth';
import { sessionLibraryCodes, updateSessionUser } from '@ballast/contract/auth/session';
import { errorTexts } from '@ballast/contract/http/errors';
import type { Page } from '@playwright/test';
import {
  newEmail,
  openDashboard,
  password,
  resetLinkTo,
  storeSession,
  subjectsTo,
  verifiedAccount,
} from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { historyOf, storedUser, storedValue } from '../support/browser.ts';
import { newPerson, signInWith } from '../support/provider-page.ts';
import { field, fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { passTime, sleep } from '../support/time.ts';

const newPassword = 'Southwind-27!';
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const openDialog = async (page: Page) => {
  await openSignIn(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(dialog(page)).toBeVisible();
};

const askForLink = async (page: Page, email: string) => {
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByRole('button', { name: 'Send Reset Link' }).click();
};

const linkFor = async (page: Page, email: string) => {
  const sent = await page.request.post(`/api${forgotPassword.path}`, { data: { email } });
  expect(sent.ok()).toBe(true);
  return resetLinkTo(email);
};

const fillReset = async (page: Page, first: string, second = first) => {
  await page.getByLabel('New Password').fill(first);
  await page.getByLabel('Confirm Password').fill(second);
  await page.getByRole('button', { name: 'Reset Password' }).click();
};

const resetAndLeave = async (page: Page) => {
  await fillReset(page, newPassword);
  await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  await passTime(page, 2000);
};

const expectInvalid = async (page: Page) => {
  await expect(heading(page, 'Invalid Reset Link')).toBeVisible();
  await expect(
    page.getByText('This password reset link is invalid or has expired. Please request a new one.'),
  ).toBeVisible();
};

test('a forgotten password is reset from the sign-in to the sign-in', async ({ page }) => {
  const { email } = await verifiedAccount();
  await openDialog(page);
  await askForLink(page, email);
  await expect(page.getByText('Password reset link sent to your email!')).toBeVisible();
  await expect(dialog(page)).toContainText('Check Your Email');
  await expect(dialog(page)).toContainText(`If an account exists for ${email}, a reset link is on its way.`);
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused();

  await page.goto(await resetLinkTo(email));
  await expect(heading(page, 'Reset Your Password')).toBeVisible();
  await fillReset(page, newPassword);
  await expect(page.getByText('Password reset successfully!')).toBeVisible();
  await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  await expect(page.getByText('Your password has been reset. Redirecting to login...')).toBeVisible();
  await passTime(page, 2000);
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => subjectsTo(email)).toContain('Your Ballast password was changed');

  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await fillSignIn(page, email, newPassword);
  await expect(page).toHaveURL('/dashboard');
});

test.describe('the dialog', () => {
  test('begins with the email of the sign-in and words its errors', async ({ page }) => {
    await openSignIn(page);
    await field(page, 'Email').fill('mara@northwind');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const email = dialog(page).getByLabel('Email');
    await expect(email).toHaveValue('mara@northwind');
    await expect(email).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await email.fill('');
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('Please enter your email address');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid');
  });

  test('answers an unknown address like a known one', { tag: '@matrix' }, async ({ page }) => {
    await openDialog(page);
    await askForLink(page, newEmail());
    await expect(dialog(page)).toContainText('Check Your Email');
  });

  test('is busy while it sends', { tag: '@matrix' }, async ({ page }) => {
    await page.route(`**/api${forgotPassword.path}`, () => {});
    await openDialog(page);
    await askForLink(page, newEmail());
    await expect(dialog(page).getByRole('button', { name: 'Sending...' })).toBeDisabled();
  });

  test('tells a failure at the field and as a toast', { tag: '@matrix' }, async ({ page }) => {
    await page.route(`**/api${forgotPassword.path}`, (route) => route.fulfill({ status: 500, body: '' }));
    await openDialog(page);
    await askForLink(page, newEmail());
    const message = 'Failed to send reset email. Please try again.';
    await expect(dialog(page).getByLabel('Email')).toHaveAccessibleDescription(message);
    await expect(page.getByRole('alert')).toHaveText(message);
  });

  test('tells in the words of the server that a link was sent a moment ago', { tag: '@matrix' }, async ({
    page,
  }) => {
    const { email } = await verifiedAccount();
    await linkFor(page, email);
    await openDialog(page);
    await askForLink(page, email);
    const message = 'A link was sent a moment ago. Try again in a minute.';
    await expect(dialog(page).getByLabel('Email')).toHaveAccessibleDescription(message);
    await expect(page.getByRole('alert')).toHaveText(message);
  });

  for (const provider of ['GitHub', 'Google'] as const) {
    const tag = provider === 'GitHub' ? [] : '@matrix';
    test(`leads whoever signs in with ${provider} there`, { tag }, async ({ page, context }) => {
      const person = newPerson();
      await signInWith(page, provider, person);
      await expect(page).toHaveURL('/dashboard');
      await page.evaluate(() => localStorage.clear());
      const second = await context.newPage();
      await openDialog(second);
      await askForLink(second, person.email);
      await expect(dialog(second)).toContainText(`${provider} account detected`);
      await expect(dialog(second)).toContainText(
        `This email signs in with ${provider}, so there is no password to reset.`,
      );
      await expect(second.getByText('Password reset link sent to your email!')).toHaveCount(0);
      const leave = dialog(second).getByRole('button', { name: `Continue with ${provider}` });
      await expect(leave).toBeFocused();
      await leave.click();
      await expect(second.getByText(`Dev provider standing in for ${provider}.`)).toBeVisible();
    });
  }
});

test.describe('the link', () => {
  test('leaves no token in address, history or storage', async ({ page }) => {
    const { email } = await verifiedAccount();
    await page.goto(await linkFor(page, email));
    await expect(heading(page, 'Reset Your Password')).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    for (const address of await historyOf(page)) expect(address).not.toContain('access_token');
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('ey');
  });

  test('leads to the sign-in exactly 2 seconds after the reset', async ({ page }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    await page.goto(link);
    await fillReset(page, newPassword);
    await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
    await passTime(page, 1999);
    await expect(page).toHaveURL('/reset-password');
    await passTime(page, 1);
    await expect(page).toHaveURL('/auth');
  });

  test('works once', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    await page.goto(link);
    await resetAndLeave(page);
    await expect(page).toHaveURL('/auth');
    await page.goto(link);
    await expectInvalid(page);
    await expect(page.getByText('Invalid or expired reset link', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('is spent by nobody who only looks at it', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    for (let visit = 0; visit < 3; visit += 1) expect((await page.request.get(link)).ok()).toBe(true);
    await page.goto(link);
    await fillReset(page, newPassword);
    await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  });

  test('is refused at submit when it was used in another window meanwhile', { tag: '@matrix' }, async ({
    page,
    context,
  }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    const second = await context.newPage();
    await page.goto(link);
    await second.goto(link);
    await fillReset(second, newPassword);
    await expect(heading(second, 'Password Reset Successful!')).toBeVisible();
    await fillReset(page, 'Westwind-28!');
    await expect(page.getByText('Session expired. Please request a new password reset link.')).toBeVisible();
    await expectInvalid(page);
  });

  const mangled = [
    '',
    '#access_token=a.b.c&refresh_token=x&type=recovery',
    '#access_token=x&type=recovery',
    '#type=recovery',
    '#error=access_denied&error_code=otp_expired',
  ];
  for (const fragment of mangled) {
    const tag = fragment === mangled[1] ? [] : '@matrix';
    test(`is invalid as ${fragment || 'an address alone'}`, { tag }, async ({ page }) => {
      await page.goto(`/reset-password${fragment}`);
      await expectInvalid(page);
      await expect(page.getByText('Invalid or expired reset link', { exact: true })).toBeVisible();
      await expect(page).toHaveURL('/reset-password');
    });
  }

  test('that is invalid offers to send a new one', async ({ page }) => {
    const { email } = await verifiedAccount();
    await page.goto('/reset-password');
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await askForLink(page, email);
    await expect(dialog(page)).toContainText('Check Your Email');
    expect(await resetLinkTo(email)).toContain('type=recovery');
  });

  test('is invalid with a session that no mail has brought', async ({ page }) => {
    const { session } = await verifiedAccount();
    const { access_token, refresh_token } = session;
    const tokens = new URLSearchParams({ access_token, refresh_token, type: 'recovery' });
    await page.goto(`/reset-password#${tokens}`);
    await expectInvalid(page);
  });

  test('with a changed letter or without its type is invalid', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    await page.goto(link.replace('type=recovery', 'type=signup'));
    await expectInvalid(page);
    await page.goto('/robots.txt');
    await page.goto(link.replace('access_token=eyJ', 'access_token=eyK'));
    await expectInvalid(page);
  });
});

test.describe('the form', () => {
  test('asks for a good password twice', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await verifiedAccount();
    await page.goto(await linkFor(page, email));
    await expect(page.getByLabel('New Password')).toBeFocused();
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription('Password is required');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      'Please confirm your password',
    );
    await fillReset(page, 'southwind', 'southwind');
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(
      /^Password must be at least 8 characters/,
    );
    await fillReset(page, newPassword, 'Southwind-28!');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(page.getByLabel('New Password')).toHaveAttribute('type', 'text');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('is busy while the password is set, and survives a server that is away', { tag: '@matrix' }, async ({
    page,
  }) => {
    const { email } = await verifiedAccount();
    await page.goto(await linkFor(page, email));
    await expect(heading(page, 'Reset Your Password')).toBeVisible();
    let away = true;
    const answer = Promise.withResolvers<void>();
    await page.route(`**/api${updateSessionUser.path}`, async (route) => {
      if (!away || route.request().method() !== 'PUT') return route.continue();
      await answer.promise;
      return route.fulfill({ status: 503, json: {} });
    });
    await fillReset(page, newPassword);
    await expect(page.getByRole('button', { name: 'Resetting Password...' })).toBeDisabled();
    answer.resolve();
    await expect(page.getByText('Failed to reset password. Please try again.')).toBeVisible();
    away = false;
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  });

  test('is shown also when the server is away on arrival', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    await page.route('**/api/auth/v1/**', (route) => route.abort());
    await page.goto(link);
    await expect(heading(page, 'Reset Your Password')).toBeVisible();
    await page.unroute('**/api/auth/v1/**');
    await fillReset(page, newPassword);
    await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  });

  test('tells in the words of the server that there were too many requests, and the link stays good', async ({
    page,
  }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    const code = sessionLibraryCodes.rate_limited;
    const refusal = { code, error_code: code, msg: errorTexts.tooManyCalls };
    await page.route('**/api/auth/v1/user', (route) => route.fulfill({ status: 429, json: refusal }));
    await page.goto(link);
    await expect(heading(page, 'Reset Your Password')).toBeVisible();
    await fillReset(page, newPassword);
    await expect(page.getByText(errorTexts.tooManyCalls)).toBeVisible();
    await page.unroute('**/api/auth/v1/user');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  });

  test('left open for two hours says that its session has expired', { tag: '@matrix' }, async ({ page }) => {
    const { email } = await verifiedAccount();
    const link = await linkFor(page, email);
    await page.goto(link);
    await expect(heading(page, 'Reset Your Password')).toBeVisible();
    await sleep(page, 2 * 3_600_000);
    await fillReset(page, newPassword);
    await expect(page.getByText('Session expired. Please request a new password reset link.')).toBeVisible();
    await expectInvalid(page);
  });
});

test('a reset ends the session of its owner in this browser', { tag: '@matrix' }, async ({ page }) => {
  const { email } = await openDashboard(page);
  await page.goto(await linkFor(page, email));
  await resetAndLeave(page);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
  expect(await storedValue(page, 'authToken')).toBeNull();
  expect(await storedValue(page, 'keptSession')).toBeNull();
});

test('a reset signs out the other browsers of its owner', { tag: '@matrix' }, async ({
  page,
  anotherBrowser,
}) => {
  const account = await verifiedAccount();
  const other = await anotherBrowser();
  await storeSession(other, account);
  await other.goto('/dashboard');
  await expect(heading(other, 'API Keys')).toBeVisible();
  await page.goto(await linkFor(page, account.email));
  await resetAndLeave(page);
  await expect(page).toHaveURL('/auth');
  await other.reload();
  await expect(other).toHaveURL('/auth');
});

test("a reset of another account's password leaves the session of this browser alone", {
  tag: '@matrix',
}, async ({ page }) => {
  const { email } = await verifiedAccount();
  const { user } = await openDashboard(page);
  await page.goto(await linkFor(page, email));
  await resetAndLeave(page);
  await expect(page).toHaveURL('/dashboard');
  expect((await storedUser(page)).id).toBe(user.id);
  await page.reload();
  await expect(heading(page, 'API Keys')).toBeVisible();
});
