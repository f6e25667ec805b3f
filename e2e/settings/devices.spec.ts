import { createCliToken, listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { openDashboard } from '../support/accounts.ts';
import { authorizedDevice } from '../support/cli-login.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';
import { passTimeUntil } from '../support/time.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Authorized Devices' });
const rows = (page: Page) => card(page).getByRole('listitem');
const openSettings = async (page: Page) => {
  await page.goto('/dashboard#security');
  await expect(card(page)).toBeVisible();
};

test('the list names each device, its address, since when and its last use', async ({ page }) => {
  const account = await openDashboard(page);
  await authorizedDevice(account, 'mara-laptop');
  await authorizedDevice(account, 'build-server');
  await openSettings(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('build-server');
  await expect(rows(page).last()).toContainText('mara-laptop');
  await expect(rows(page).last()).toContainText('127.0.0.1');
  await expect(rows(page).last()).toContainText('Authorized just now');
  await expect(rows(page).last()).toContainText('Last used just now');
  const time = rows(page).last().locator('time').first();
  await expect(time).toHaveAttribute('title', /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/);
});

test('a token for a machine is listed with its scopes and its end, and revoked like a device', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await openDashboard(page);
  const { call } = account;
  const body = { name: 'ci', scopes: ['read', 'keys:sandbox'] as CliScope[], expiresInDays: 30 };
  await call(createCliToken, { body });
  await openSettings(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Created just now');
  await expect(rows(page)).toContainText('Not used yet');
  await expect(rows(page)).toContainText('Scopes: read, keys:sandbox');
  await expect(rows(page)).toContainText(/Expires on [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await rows(page).getByRole('button', { name: 'Revoke ci' }).click();
  await expect(rows(page)).toHaveCount(0);
});

test('a device that made tokens is revoked after a question that names them; they end with it', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await openDashboard(page);
  const laptop = await authorizedDevice(account, 'mara-laptop');
  const made = { scopes: ['read'] as CliScope[], expiresInDays: 30 };
  for (const name of ['ci', 'nightly']) await laptop.call(createCliToken, { body: { name, ...made } });
  await account.call(createCliToken, { body: { name: 'own', ...made } });
  await openSettings(page);
  await card(page).getByRole('button', { name: 'Revoke mara-laptop' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke Device' });
  await expect(dialog).toContainText(
    'mara-laptop stops working immediately, and so do the 2 tokens made with it.',
  );
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  for (const name of ['ci', 'nightly']) await expect(dialog.getByRole('list')).toContainText(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(4);

  await card(page).getByRole('button', { name: 'Revoke mara-laptop' }).click();
  await dialog.getByRole('button', { name: 'Revoke Device' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('own');
});

test('without a device the card says how to authorize one', { tag: '@matrix' }, async ({ page }) => {
  await openDashboard(page);
  await openSettings(page);
  await expect(card(page)).toContainText('No devices yet. Run ballast login');
  await expect(rows(page)).toHaveCount(0);
});

test('a revoked device leaves the list; the last one leaves the way to authorize another', async ({
  page,
}) => {
  const account = await openDashboard(page);
  await authorizedDevice(account, 'mara-laptop');
  await openSettings(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api${listDevices.path}/*`, async (route) => {
    await held;
    await route.continue();
  });
  await card(page).getByRole('button', { name: 'Revoke mara-laptop' }).click();
  await expect(card(page).getByRole('button', { name: 'Revoking...' })).toBeDisabled();
  answer();
  await expect(page.getByText('Device revoked')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(card(page)).toContainText('No devices yet.');
});

test('a device that has logged out meanwhile is said to be gone and leaves the list', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await openDashboard(page);
  const device = await authorizedDevice(account);
  await openSettings(page);
  await expect(rows(page)).toHaveCount(1);
  await account.call(revokeDevice, { params: { id: device.id } });
  await rows(page).getByRole('button').click();
  await expect(page.getByText('This doesn’t exist, or it isn’t yours.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('a revocation that fails says so', { tag: '@matrix' }, async ({ page }) => {
  const account = await openDashboard(page);
  await authorizedDevice(account);
  await openSettings(page);
  await page.route(`**/api${listDevices.path}/*`, (route) => route.abort());
  await rows(page).getByRole('button').click();
  await expect(page.getByText('Failed to revoke the device')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('a list that cannot be loaded says so and can be tried again', { tag: '@matrix' }, async ({ page }) => {
  const account = await openDashboard(page);
  await authorizedDevice(account);
  await page.route(`**/api${listDevices.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await openSettings(page);
  await expect(card(page).getByText('Loading authorized devices...')).toBeVisible();
  await passTimeUntil(page, card(page).getByRole('alert'));
  await expect(card(page).getByRole('alert')).toContainText('Failed to load authorized devices');
  await page.unroute(`**/api${listDevices.path}`);
  await card(page).getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(1);
});

for (const { name, viewport } of [
  { name: 'on a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'on a phone', viewport: { width: 390, height: 844 } },
]) {
  test.describe(name, { tag: '@matrix' }, () => {
    test.use({ viewport });

    test('the card is accessible, and a long name stays inside it', async ({ page }) => {
      const account = await openDashboard(page);
      await authorizedDevice(account, 'W'.repeat(64));
      await openSettings(page);
      await expect(rows(page)).toHaveCount(1);
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  });
}
