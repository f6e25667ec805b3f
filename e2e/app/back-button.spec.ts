// The back button closes what is open.
import type { Page } from '@playwright/test';
import { openDashboard, sharedAccount } from '../support/accounts.ts';
import { button, createButton } from '../support/keys.ts';
import { openSignIn } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name });

test('the back button closes a dialog and stays on its page, also on the first page of a visit', async ({
  page,
}) => {
  await openDashboard(page, await sharedAccount());
  await createButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Create New Key' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'API Keys')).toBeVisible();
  await expect(createButton(page)).toBeFocused();

  await tab(page, 'Activity').click();
  await tab(page, 'Settings').click();
  await button(page, 'Delete your account').click();
  await expect(page.getByRole('dialog', { name: 'Delete Your Account' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'Settings')).toBeVisible();
  // With nothing open it leads back as ever.
  await page.goBack();
  await expect(heading(page, 'Activity')).toBeVisible();
});

test('the back button leads from dialog to form to choice on the sign-in page', async ({ page }) => {
  await openSignIn(page);
  await button(page, 'Forgot password?').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, 'Create Account').click();
  await page.goBack();
  await expect(heading(page, 'Sign In')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Developer Portal')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the back button closes the menu', { tag: '@matrix' }, async ({ page }) => {
    await openDashboard(page, await sharedAccount());
    await button(page, 'Open menu').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading(page, 'API Keys')).toBeVisible();
  });
});
