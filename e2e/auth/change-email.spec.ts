import { changeEmail, confirmEmailChange } from '@ballast/contract/auth/auth';
import type { Page } from '@playwright/test';
import {
  emailChangeLinkTo,
  newEmail,
  openDashboard,
  password,
  storeSession,
  subjectsTo,
  verifiedAccount,
} from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { countCalls, storedUser } from '../support/browser.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { passTime } from '../support/time.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const emailCard = (page: Page) => page.getByRole('region', { name: 'Email', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

const openSettings = async (page: Page) => {
  const account = await verifiedAccount();
  await storeSession(page, account);
  await page.goto('/dashboard#settings');
  await expect(heading(page, 'Settings')).toBeVisible();
  return account;
};

const askFor = async (page: Page, email: string) => {
  await emailCard(page).getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByLabel('New email').fill(email);
  await dialog(page).getByRole('button', { name: 'Send Link' }).click();
};

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Email' }).click();

test('row 11: an email is changed from the settings by the link to the new address and a press, not by opening it', async ({
  page,
}) => {
  const { email: old } = await openSettings(page);
  const field = page.getByRole('textbox', { name: 'Email', exact: true });
  await expect(field).toHaveValue(old);
  await expect(field).not.toBeEditable();

  const next = newEmail();
  await askFor(page, next);
  await expect(page.getByText('Check the new address for a link to confirm it.')).toBeVisible();
  await expect(emailCard(page)).toContainText(`Waiting for ${next}.`);
  await expect(field).toHaveValue(old);
  await expect
    .poll(() => subjectsTo(old))
    .toContain('Someone asked to change the email of your Ballast account');

  const calls = countCalls(page, confirmEmailChange.path);
  await page.goto(await emailChangeLinkTo(next));
  await expect(heading(page, 'Confirm your new email')).toBeVisible();
  await expect(page.getByText(old)).toBeVisible();
  expect(calls.count).toBe(0);
  await confirm(page);
  await expect(heading(page, 'Email changed')).toBeVisible();
  await expect(page.getByText('Taking you to the dashboard.')).toBeVisible();
  expect(calls.count).toBe(1);
  await passTime(page, 2000);
  await expect(page).toHaveURL('/dashboard');
  expect((await storedUser(page)).email).toBe(next);
  await expect(field).toHaveValue(next);
  await expect.poll(() => subjectsTo(old)).toContain('Your Ballast email was changed');
});

test('the link works in another browser with the password and leads to the sign-in after 2 seconds', {
  tag: '@matrix',
}, async ({ page, anotherBrowser }) => {
  await openSettings(page);
  const next = newEmail();
  await askFor(page, next);
  const link = await emailChangeLinkTo(next);

  const other = await anotherBrowser();
  await other.goto(link);
  await other.getByLabel('Password', { exact: true }).fill('Wrong-guess1!');
  await confirm(other);
  await expect(other.getByText('That password is wrong.')).toBeVisible();
  await other.getByLabel('Password', { exact: true }).fill(password);
  await confirm(other);
  await expect(heading(other, 'Email changed')).toBeVisible();
  await expect(other.getByText('Taking you to sign in.')).toBeVisible();
  await passTime(other, 1999);
  await expect(other).toHaveURL(/\/verify-email/);
  await passTime(other, 1);
  await expect(other).toHaveURL('/auth');

  await openSignIn(other);
  await fillSignIn(other, next, password);
  await expect(other).toHaveURL('/dashboard');
});

test('the link works once', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page);
  const next = newEmail();
  await askFor(page, next);
  const link = await emailChangeLinkTo(next);
  await page.goto(link);
  await confirm(page);
  await expect(heading(page, 'Email changed')).toBeVisible();
  await passTime(page, 2000);
  await expect(page).toHaveURL('/dashboard');
  await page.goto(link);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText(
    'This link is invalid or has expired. Change your email again in Settings.',
  );
  await page.getByRole('button', { name: 'Back to Settings' }).click();
  await expect(heading(page, 'Settings')).toBeVisible();
});

test('a wrong link leads whoever is signed out to the sign-in', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/verify-email?token=wrong&type=email_change');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await confirm(page);
  await expect(heading(page, 'Email not changed')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('row 18: the link of somebody else changes nothing, and says so', async ({ page }) => {
  const { call } = await verifiedAccount();
  const next = newEmail();
  await call(changeEmail, { body: { newEmail: next } });
  await openDashboard(page);
  await page.goto(await emailChangeLinkTo(next));
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('This link belongs to another account.');
});

test('meanwhile the button says that the address is being confirmed', { tag: '@matrix' }, async ({
  page,
}) => {
  await openDashboard(page);
  await page.route(`**/api${confirmEmailChange.path}`, () => {});
  await page.goto('/verify-email?token=slow&type=email_change');
  await confirm(page);
  await expect(page.getByRole('button', { name: 'Confirming...' })).toBeVisible();
});

test('the dialog words what is wrong with an address', { tag: '@matrix' }, async ({ page }) => {
  const { email } = await openSettings(page);
  await emailCard(page).getByRole('button', { name: 'Change' }).click();
  const field = dialog(page).getByLabel('New email');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Email is required');
  await field.fill('mara@northwind');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Please enter a valid email');
  await field.fill(email);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('This is already your email');

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(emailCard(page).getByRole('button', { name: 'Change' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(email);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await emailCard(page).getByRole('button', { name: 'Change' }).click();
  await expect(field).toHaveValue('');
});

test('a failure is told as a toast and can be tried again', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page);
  await page.route(`**/api${changeEmail.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await askFor(page, newEmail());
  await expect(page.getByRole('alert')).toHaveText('Failed to change email. Please try again.');
  await expect(dialog(page).getByRole('button', { name: 'Send Link' })).toBeEnabled();
});
