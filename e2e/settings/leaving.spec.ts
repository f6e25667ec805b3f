import { readFile } from 'node:fs/promises';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { keepLinkTo, openDashboard, password } from '../support/accounts.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

test('a developer downloads their data, deletes the account, is told so at sign-in and keeps it by the link', async ({
  page,
}) => {
  const { email } = await openDashboard(page);
  await page.goto('/dashboard#settings');
  const card = page.getByRole('region', { name: 'Your data' });
  await expect(card).toBeVisible();
  await expectNoSidewaysScroll(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download your data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).profile.email).toBe(email);

  await card.getByRole('button', { name: 'Delete your account' }).click();
  const dialog = page.getByRole('dialog');
  await expectDialogAccessible(page);
  await dialog.getByLabel('Your email').fill('somebody@else.dev');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('Type the email address of your account')).toBeVisible();
  await dialog.getByLabel('Your email').fill(email);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText(/^This account will be deleted on/).first()).toBeVisible();

  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(page.getByText(/To keep it, open the link in the email we sent you\./)).toBeVisible();

  await page.goto(await keepLinkTo(email));
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible();
  // Nothing was looked up yet: the link may be an old one.
  await expect(page.getByText('Your account is to be deleted.')).toHaveCount(0);
  await expect(page).toHaveTitle('Keep your account? · Ballast');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Keep My Account' }).click();
  await expect(page.getByRole('heading', { name: 'Good to have you back' })).toBeVisible();
  await expect(page).toHaveTitle('Good to have you back · Ballast');
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(page).toHaveURL('/dashboard');
});
