// Axe finds nothing on the screens of accounts in any of their states, dark and light, on a desktop and on a phone.
import { confirmEmailChange, forgotPassword } from '@ballast/contract/auth/auth';
import { finishProvider, listConnections, startProvider } from '@ballast/contract/auth/provider-calls';
import { listSessions } from '@ballast/contract/auth/session-list';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import {
  logInAs,
  newEmail,
  openDashboard,
  resetLinkTo,
  storeSession,
  verifiedAccount,
} from '../support/accounts.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { continueAs, newPerson } from '../support/provider-page.ts';
import { openSignIn } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const widths = [
  { name: 'on a desktop', viewport: { width: 1440, height: 900 }, tag: '@matrix' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, tag: [] },
];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const { name, viewport, tag } of widths) {
  test.describe(name, { tag }, () => {
    test.use({ viewport });
    test('leaving for a provider is accessible, also when it fails', { tag: '@matrix' }, async ({ page }) => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(`**/api${startProvider.path}`, async (route) => {
        await held;
        await route.abort();
      });
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Continue with GitHub' }).click();
      await expect(page.getByRole('button', { name: 'Connecting...' })).toBeVisible();
      await expectAccessible(page);
      answer();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('the callback is accessible while it works and when it fails', { tag: '@matrix' }, async ({
      page,
    }) => {
      await page.route(`**/api${finishProvider.path}`, () => {});
      await page.goto('/auth/callback?code=c&state=s');
      await expect(page.getByText('Completing sign in...')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/auth/callback');
      await expect(heading(page, 'Authentication failed')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/auth/callback?error=access_denied');
      await expect(heading(page, 'Authentication was cancelled')).toBeVisible();
      await expectAccessible(page);
    });

    test('the reset dialog is accessible in all of its views', { tag: '@matrix' }, async ({ page }) => {
      await openSignIn(page);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(dialog.getByText('Please enter your email address')).toBeVisible();
      await expectAccessible(page);

      await dialog.getByLabel('Email').fill(newEmail());
      await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(dialog).toContainText('Check Your Email');
      await expectAccessible(page);

      // On a phone the toast lies over the button until it goes.
      await passTime(page, 3000);
      await dialog.getByRole('button', { name: 'Back to Sign In' }).click();
      const answer = { message: '', isOAuthUser: true, authMethod: 'GOOGLE' };
      await page.route(`**/api${forgotPassword.path}`, (route) => route.fulfill({ json: answer }));
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await dialog.getByLabel('Email').fill(newEmail());
      await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(dialog).toContainText('Google account detected');
      await expectAccessible(page);
    });

    test('the reset screen is accessible in all of its views', { tag: '@matrix' }, async ({ page }) => {
      const { email } = await verifiedAccount();
      await page.request.post(`/api${forgotPassword.path}`, { data: { email } });
      await page.goto(await resetLinkTo(email));
      await page.getByLabel('New Password').fill('south');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page.getByText('Please confirm your password')).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await page.getByLabel('New Password').fill('Southwind-27!');
      await page.getByLabel('Confirm Password').fill('Southwind-27!');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/robots.txt');
      await page.goto('/reset-password');
      await expect(heading(page, 'Invalid Reset Link')).toBeVisible();
      await expectAccessible(page);
    });

    test('the change of an email is accessible, done and refused', { tag: '@matrix' }, async ({ page }) => {
      await page.goto('/verify-email?token=wrong&type=email_change');
      await expect(heading(page, 'Confirm your new email')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Password', { exact: true }).fill('Any-password1!');
      await page.getByRole('button', { name: 'Confirm Email' }).click();
      await expect(heading(page, 'Email not changed')).toBeVisible();
      await expectAccessible(page);
      await page.route(`**/api${confirmEmailChange.path}`, (route) =>
        route.fulfill({ json: { message: '' } }),
      );
      await page.goto('/verify-email?token=good&type=email_change');
      await page.getByLabel('Password', { exact: true }).fill('Any-password1!');
      await page.getByRole('button', { name: 'Confirm Email' }).click();
      await expect(heading(page, 'Email changed')).toBeVisible();
      await expectAccessible(page);
    });

    test('the settings are accessible with accounts, sessions and their dialogs', { tag: '@matrix' }, async ({
      page,
    }) => {
      const { email } = await openDashboard(page);
      await logInAs(email);
      await page.goto('/dashboard#settings');
      await page.getByRole('button', { name: 'Connect GitHub' }).click();
      await continueAs(page, newPerson());
      await expect(page.getByRole('button', { name: 'Disconnect GitHub' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'Security' }).click();
      await expect(page.getByText('This browser', { exact: true })).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('tab', { name: 'Profile' }).click();
      await page.getByRole('button', { name: 'Disconnect GitHub' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByRole('button', { name: 'Send Link' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('New email').fill(`next-${email}`);
      await page.getByRole('button', { name: 'Send Link' }).click();
      await expect(page.getByText(`Waiting for next-${email}`)).toBeVisible();
      await expectAccessible(page);
    });

    test('the settings are accessible while they load and when they cannot', { tag: '@matrix' }, async ({
      page,
    }) => {
      await openDashboard(page);
      await page.route(`**/api${listConnections.path}`, () => {});
      await page.route(`**/api${listSessions.path}`, (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto('/dashboard#settings');
      await expect(page.getByText('Loading connected accounts...')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/dashboard#security');
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('long names and addresses break nothing in the settings', { tag: '@matrix' }, async ({ page }) => {
  const email = `${crypto.randomUUID()}-${'mara'.repeat(6)}@${'northwind.'.repeat(12)}example`;
  await storeSession(
    page,
    await verifiedAccount({ fullName: 'Maximiliana-Alexandrina of the Northern Lights', email }),
  );
  await page.goto('/dashboard#settings');
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await continueAs(page, { ...newPerson(), email: `google-${email}` });
  await expect(page.getByText(`google-${email}`)).toBeVisible();
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }
});
