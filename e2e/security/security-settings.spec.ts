// Settings → Security: an authenticator app, recovery codes, the password.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { openDashboard, password } from '../support/accounts.ts';
import { accountWithApp, authenticatorApp, enterCode } from '../support/factors/authenticator-app.ts';
import { card, openSecurity } from '../support/factors/security-page.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { newPerson, signInWith } from '../support/provider-page.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { signOut } from '../support/sign-out.ts';
import { expect, test } from '../support/test.ts';
import { passTimeUntil } from '../support/time.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const protection = (page: Page) => card(page, 'Account Protection');

const codeField = (page: Page) => page.getByLabel('Authentication code');

const addApp = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add Authenticator App' }).last().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('img')).toHaveJSProperty('complete', true);
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
  await expect(codeField(page)).toBeFocused();
  return authenticatorApp(secret);
};

const shownCodes = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

test('an app is added by its secret, its recovery codes are shown once, and both sign in', async ({
  page,
}) => {
  const { email } = await openDashboard(page);
  await openSecurity(page);
  await expect(protection(page)).toContainText('Password only');
  await expectAccessible(page);
  await protection(page).getByRole('button', { name: 'Add Authenticator App' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  const readCode = await addApp(page, 'Phone');
  expect(
    await dialog(page)
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  await expectDialogAccessible(page);
  await enterCode(codeField(page), readCode);
  await expect(shownCodes(page)).toHaveCount(10);
  await expect(dialog(page).getByRole('button', { name: 'Copy' })).toBeFocused();
  await expect(shownCodes(page).first()).toHaveText(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const codes = await shownCodes(page).allInnerTexts();
  await expectDialogAccessible(page);
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toBe(`Ballast recovery codes for ${email}\nEach code works once.\n\n${codes.join('\n')}\n`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await dialog(page).getByRole('button', { name: 'I’ve Saved My Codes' }).click();

  await expect(protection(page)).toContainText('Two-step verification is on');
  await expect(card(page, 'Two-Step Verification').getByRole('listitem')).toContainText('Phone');
  await expect(card(page, 'Recovery Codes')).toContainText('10 of 10 left');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await signOut(page);
  await expect(page).toHaveURL('/auth');
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await enterCode(codeField(page), readCode);
  await expect(page).toHaveURL('/dashboard');
});

// The portal gets these calls when the test lets them go.
const holdBack = async (page: Page, calls: RegExp) => {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'GET') await gone;
    await route.continue();
  });
  return letGo;
};

const tryToLeave = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toHaveAttribute('data-open');
};

test('recovery codes that are being made are always shown, and only a button puts them away', async ({
  page,
}) => {
  await openDashboard(page);
  await openSecurity(page);
  const readCode = await addApp(page, 'Phone');
  const verify = await holdBack(page, /\/factors\/[^/]+\/verify$/);
  await codeField(page).fill(readCode());
  await expect(dialog(page).getByRole('button', { name: 'Verifying...' })).toBeVisible();
  await tryToLeave(page);
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled();
  verify();
  await expect(shownCodes(page)).toHaveCount(10);
  await tryToLeave(page);
  await dialog(page).getByRole('button', { name: 'I’ve Saved My Codes' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const replace = await holdBack(page, /\/recovery-codes/);
  await page.getByRole('button', { name: 'Replace recovery codes', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Replace Recovery Codes' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Creating...' })).toBeVisible();
  await tryToLeave(page);
  replace();
  await expect(shownCodes(page)).toHaveCount(10);
});

test('R6: whoever lost the phone gets in with a recovery code, adds a new app and drops the old one', {
  tag: '@matrix',
}, async ({ page }) => {
  const { email, appName, codes } = await accountWithApp();
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await page.getByRole('button', { name: 'Lost access?' }).click();
  await page.getByRole('button', { name: 'Enter a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await openSecurity(page);
  await expect(card(page, 'Recovery Codes')).toContainText('9 of 10 left');

  // The old app cannot go first: nothing would be left that the session has proven.
  await page.getByRole('button', { name: `Remove ${appName}` }).click();
  await expect(dialog(page)).toContainText('Add your new authenticator app first');
  await expect(dialog(page).getByRole('button', { name: 'Remove Authenticator App' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await enterCode(codeField(page), await addApp(page, 'New phone'));
  await expect(card(page, 'Two-Step Verification').getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: `Remove ${appName}` }).click();
  await expectDialogAccessible(page);
  await dialog(page).getByRole('button', { name: 'Remove Authenticator App' }).click();
  await expect(card(page, 'Two-Step Verification').getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'Replace recovery codes', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Replace Recovery Codes' }).click();
  await expect(shownCodes(page)).toHaveCount(10);
  expect((await shownCodes(page).allInnerTexts()).join().replaceAll('-', '')).not.toContain(codes[5]);
  await dialog(page).getByRole('button', { name: 'I’ve Saved My Codes' }).click();
  await expect(card(page, 'Recovery Codes')).toContainText('10 of 10 left');

  // The last factor takes the codes with it, and the password alone is enough again.
  await page.getByRole('button', { name: 'Remove New phone' }).click();
  await expect(dialog(page)).toContainText('your recovery codes are removed');
  await dialog(page).getByRole('button', { name: 'Remove Authenticator App' }).click();
  await expect(protection(page)).toContainText('Password only');
  await expect(card(page, 'Recovery Codes')).toHaveCount(0);
  await page.reload();
  await expect(protection(page)).toContainText('Password only');
});

test('a password is changed with the old one', async ({ page }) => {
  const { email } = await openDashboard(page);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
  for (const label of ['Current password', 'New password', 'Confirm password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill('Not-the-one-1!');
  await page.getByLabel('New password').fill('Southwind-27!');
  await page.getByLabel('Confirm password').fill('Southwind-27!');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expectDialogAccessible(page);
  await page.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed')).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL('/auth');
  await openSignIn(page);
  await fillSignIn(page, email, 'Southwind-27!');
  await expect(page).toHaveURL('/dashboard');
});

test('an account of GitHub gets its first password', { tag: '@matrix' }, async ({ page }) => {
  await signInWith(page, 'GitHub', newPerson());
  await expect(page).toHaveURL('/dashboard');
  await openSecurity(page);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('New password').fill('Southwind-27!');
  await page.getByLabel('Confirm password').fill('Southwind-27!');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password set', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password', exact: true })).toBeVisible();
});

test('security settings that cannot be loaded say so and can be tried again', { tag: '@matrix' }, async ({
  page,
}) => {
  await openDashboard(page);
  await page.route('**/api/auth/v1/passkeys', (route) => route.abort());
  await page.goto('/dashboard#security');
  await expect(page.getByText('Loading your security settings...')).toBeVisible();
  const alert = page.getByRole('alert');
  await passTimeUntil(page, alert);
  await expect(alert).toContainText('Failed to load your security settings');
  await page.unroute('**/api/auth/v1/passkeys');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(protection(page)).toBeVisible();
});
