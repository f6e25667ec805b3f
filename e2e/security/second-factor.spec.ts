// Signing in to an account that has an authenticator app.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { password, resetLinkTo, storeSession, verifiedAccount } from '../support/accounts.ts';
import { startCliLogin } from '../support/cli-login.ts';
import { accountWithApp, enterCode } from '../support/factors/authenticator-app.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { newPerson, signInWith } from '../support/provider-page.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const secondFactor = '/auth/second-factor';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const codeField = (page: Page) => page.getByLabel('Authentication code');

const signIn = async (page: Page, email: string, secretWord = password) => {
  await openSignIn(page);
  await fillSignIn(page, email, secretWord);
  await expect(page).toHaveURL(secondFactor);
};

test('after the password the code is asked for, and until then there is no other page', async ({
  page,
  context,
}) => {
  const { email, readCode } = await accountWithApp();
  const other = await context.newPage();
  await other.goto('/auth');
  await signIn(page, email);
  await expect(codeField(page)).toBeFocused();
  await expect(other).toHaveURL(secondFactor);
  for (const address of ['/dashboard', '/onboarding', '/verify-email', '/', '/auth']) {
    await page.goto(address);
    await expect(page).toHaveURL(secondFactor);
  }

  await expect(codeField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription('Enter the 6-digit code from your app');
  await codeField(page).fill('000000');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(codeField(page)).toBeFocused();
  await enterCode(codeField(page), () => readCode().replace(/^.../, '$& '));
  await expect(heading(page, 'API Keys')).toBeVisible();
  await expect(heading(other, 'API Keys')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mara Okafor account menu' })).toBeVisible();
  await page.reload();
  await expect(heading(page, 'API Keys')).toBeVisible();
});

test('GitHub leads to the code as well, whoever gives up signs out, and a recovery code does instead', {
  tag: '@matrix',
}, async ({ page }) => {
  const { email, codes } = await accountWithApp();
  await signInWith(page, 'GitHub', { ...newPerson(), email });
  await expect(page).toHaveURL(secondFactor);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page).toHaveURL('/auth');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');

  const login = await startCliLogin('mara-laptop');
  await page.goto(login.address);
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await fillSignIn(page, email, password);
  await expect(page).toHaveURL((url) => url.pathname === secondFactor);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page
    .getByLabel('Recovery code')
    .fill(`  ${codes[0]?.slice(0, 5)}-${codes[0]?.slice(5).toUpperCase()}`);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'CLI Authentication')).toBeVisible();
});

test('a reset link asks for the code before it takes a new password', { tag: '@matrix' }, async ({
  page,
}) => {
  const { email, readCode } = await accountWithApp();
  await page.request.post('/api/auth/forgot-password', { data: { email } });
  await page.goto(await resetLinkTo(email));
  await expect(heading(page, 'Two-Step Verification')).toBeVisible();
  await expect(page.getByLabel('New Password')).toHaveCount(0);
  await enterCode(codeField(page), readCode);
  await page.getByLabel('New Password').fill('Southwind-27!');
  await page.getByLabel('Confirm Password').fill('Southwind-27!');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(heading(page, 'Password Reset Successful!')).toBeVisible();
  await signIn(page, email, 'Southwind-27!');
});

test('a browser whose app was removed elsewhere is asked for the new one', { tag: '@matrix' }, async ({
  page,
}) => {
  const { email, readCode, replaceApp } = await accountWithApp();
  await signIn(page, email);
  await enterCode(codeField(page), readCode);
  await expect(heading(page, 'API Keys')).toBeVisible();
  await replaceApp();
  // One of the page's own calls may have told it before.
  await page.reload();
  await expect(page).toHaveURL(secondFactor);
});

test('each way to show a second factor is accessible and fits a phone', { tag: '@matrix' }, async ({
  page,
}) => {
  const { email } = await accountWithApp();
  await signIn(page, email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lost access?' }).click();
  await expect(heading(page, 'Lost access?')).toBeVisible();
  await expect(page.getByText('you signed in there in the last 15 minutes')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Enter a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
});

test('nobody without a second factor meets its screen', async ({ page }) => {
  await page.goto(secondFactor);
  await expect(page).toHaveURL('/auth');
  await storeSession(page, await verifiedAccount());
  await page.goto(secondFactor);
  await expect(page).toHaveURL('/dashboard');
});
