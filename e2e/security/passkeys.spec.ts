// Passkeys and security keys, with authenticators that Chromium plays.
import type { Page } from '@playwright/test';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { password, storeSession } from '../support/accounts.ts';
import { addApp } from '../support/factors/authenticator-app.ts';
import { addAuthenticator } from '../support/factors/authenticators.ts';
import { addPasskey, addSecurityKey, card, openSecurity } from '../support/factors/security-page.ts';
import { expect, test } from '../support/portals/portal-with-name.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { signOut } from '../support/sign-out.ts';

// One worker runs them all, so that one portal is started.
test.describe.configure({ mode: 'default' });

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

test('a passkey is added, signs in by a press, is renamed and removed', async ({ page, newAccount }) => {
  await addAuthenticator(page, 'device');
  await storeSession(page, await newAccount());
  await openSecurity(page);
  await addPasskey(page, 'Work laptop');
  await expect(card(page, 'Passkeys').getByRole('listitem')).toContainText('Not used yet');
  await expectAccessible(page);

  // The device says itself that it holds one already.
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click();
  await dialog(page).getByRole('button', { name: 'Add Passkey' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    'This device is already registered. Use another one.',
  );
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');

  await signOut(page);
  await expect(page).toHaveURL('/auth');
  await page.getByRole('button', { name: 'Continue with Passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
  await openSecurity(page);
  await expect(card(page, 'Passkeys').getByRole('listitem')).toContainText('Last used just now');

  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog(page).getByRole('button', { name: 'Remove Passkey' }).click();
  await expect(card(page, 'Passkeys').getByRole('listitem')).toHaveCount(0);
  await expect(card(page, 'Passkeys').getByRole('heading')).toBeFocused();
  await expect(page).toHaveURL('/dashboard');

  await signOut(page);
  await expect(page).toHaveURL('/auth');
  await page.getByRole('button', { name: 'Continue with Passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work');
});

test('where a code is wanted, a passkey does instead, also for somebody who lost the app', async ({
  page,
  newAccount,
}) => {
  const account = await newAccount();
  const device = await addAuthenticator(page, 'device');
  await storeSession(page, account);
  await openSecurity(page);
  await addPasskey(page, 'Work laptop');
  const { session } = await addApp(account);
  await storeSession(page, { user: account.user, session });
  await page.goto('/dashboard');
  await signOut(page);
  await expect(page).toHaveURL('/auth');

  await device.setTouched(false);
  await openSignIn(page);
  await fillSignIn(page, account.email, password);
  await expect(page).toHaveURL('/auth/second-factor');
  await expect(page.getByRole('button', { name: 'Use a passkey instead' })).toBeVisible();
  await page.getByRole('button', { name: 'Lost access?' }).click();
  await expect(page.getByRole('listitem').first()).toContainText('Use a passkey');
  await device.setTouched(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use Passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('whoever has no passkey here is told so, and goes on from the same button', { tag: '@matrix' }, async ({
  page,
}) => {
  await addAuthenticator(page, 'securityKey');
  await openSignIn(page);
  const button = page.getByRole('button', { name: 'Use a passkey instead' });
  await button.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await expect(button).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(1);
});

test('either security key is asked for after the password, and nothing after a passkey of the email field', {
  tag: '@matrix',
}, async ({ page, newAccount }) => {
  const account = await newAccount();
  const securityKey = await addAuthenticator(page, 'securityKey');
  await storeSession(page, account);
  await openSecurity(page);
  await addSecurityKey(page);
  await securityKey.unplug();
  const secondKey = await addAuthenticator(page, 'securityKey');
  await card(page, 'Two-Step Verification').getByRole('button', { name: 'Add Security Key' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Security key 2');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Two-Step Verification').getByRole('listitem')).toHaveCount(2);

  await signOut(page);
  await expect(page).toHaveURL('/auth');
  await openSignIn(page);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await fillSignIn(page, account.email, password);
  await expect(page).toHaveURL('/auth/second-factor');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use Security Key' }).click();
  await expect(page).toHaveURL('/dashboard');

  await secondKey.unplug();
  await addAuthenticator(page, 'device');
  await openSecurity(page);
  await addPasskey(page, 'Laptop');
  await signOut(page);
  await expect(page).toHaveURL('/auth');
  // Chromium's authenticator chooses its passkey as soon as the field offers it.
  await openSignIn(page);
  await expect(page).toHaveURL('/dashboard');
});
