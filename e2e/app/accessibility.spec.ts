// Axe finds nothing on any screen in any of its states, dark and light, on a desktop and on a phone.
import { verifyEmail } from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import { expectAccessible } from '../support/accessibility.ts';
import {
  logInAs,
  openDashboard,
  sharedAccount,
  signUpUnverified,
  storeSession,
} from '../support/accounts.ts';
import { openSignIn, openSignUp } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const widths = [
  { name: 'on a desktop', viewport: { width: 1440, height: 900 }, phone: false, tag: [] },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, phone: true, tag: '@matrix' },
];

for (const { name, viewport, phone, tag } of widths) {
  test.describe(name, { tag }, () => {
    test.use({ viewport });
    test('the sign-in choice is accessible', async ({ page }) => {
      await page.goto('/auth');
      await expect(page.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the sign-in form is accessible, empty and with errors', async ({ page }) => {
      await openSignIn(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
      await expectAccessible(page);
    });

    test('the sign-up form is accessible, empty, typed into and with errors', async ({ page }) => {
      await openSignUp(page);
      await page.getByLabel('Password', { exact: true }).fill('north');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Full name is required')).toBeVisible();
      await expectAccessible(page);
    });

    test('waiting for the verification is accessible, with a toast too', async ({ page }) => {
      await storeSession(page, await logInAs(await signUpUnverified()));
      await page.goto('/verify-email');
      await page.getByRole('button', { name: "I'll verify later" }).click();
      await expect(page.getByText('Verify your email to open the dashboard.')).toBeVisible();
      await expectAccessible(page);
    });

    test('verifying is accessible', { tag: '@matrix' }, async ({ page }) => {
      await page.route(`**/api${verifyEmail.path}`, () => {});
      await page.goto('/verify-email?token=slow');
      await expect(page.getByRole('heading', { name: 'Verifying your email' })).toBeVisible();
      await expectAccessible(page);
    });

    test('a verified address is announced accessibly', { tag: '@matrix' }, async ({ page }) => {
      await page.route(`**/api${verifyEmail.path}`, (route) => route.fulfill({ json: { message: 'ok' } }));
      await page.goto('/verify-email?token=good');
      await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
      await expectAccessible(page);
    });

    test('a failed verification is accessible', async ({ page }) => {
      await page.goto('/verify-email?token=wrong');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('the loading dashboard is accessible', { tag: '@matrix' }, async ({ page }) => {
      await storeSession(page, await sharedAccount());
      await page.route(`**/api${getProfile.path}`, () => {});
      await page.goto('/dashboard');
      await expect(page.getByText('Loading dashboard...')).toBeVisible();
      await expectAccessible(page);
    });

    for (const [environment, tag] of Object.entries({ sandbox: [], production: '@matrix' })) {
      test(`every tab is accessible in ${environment}`, { tag }, async ({ page }) => {
        await openDashboard(page, await sharedAccount());
        for (const tab of ['keys', 'activity', 'faucet', 'marketplace', 'settings']) {
          await page.evaluate(
            ([tabName, environmentName]) => {
              localStorage.setItem('dashboardTab', tabName ?? '');
              localStorage.setItem('dashboardEnvironment', environmentName ?? '');
            },
            [tab, environment],
          );
          await page.reload();
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('banner')).toBeVisible();
          await expectAccessible(page);
        }
      });
    }

    test('the open menus are accessible', { tag: '@matrix' }, async ({ page }) => {
      await openDashboard(page, await sharedAccount());
      await page.getByRole('button', { name: /account menu$/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      // A menu floats above the page and so is outside its landmarks.
      await expectAccessible(page, ['region']);
      if (!phone) return;
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });

    test('the page that does not exist is accessible', async ({ page }) => {
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the page of all components is accessible', { tag: '@matrix' }, async ({ page }) => {
      await page.goto('/dev/ui');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  });
}
