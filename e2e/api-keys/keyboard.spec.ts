import type { Page } from '@playwright/test';
import { button, card, cards, openKeys, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const tabTo = async (page: Page, name: string) => {
  const target = button(page, name);
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

test('the keyboard alone creates, shows, copies, renames, rotates and deletes a key', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openKeys(page, ['older']);

  await tabTo(page, 'Create New Key');
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('checkout-web');
  await press(page, 'Enter');
  await expect(card(page, 'checkout-web')).toBeVisible();
  await expect(button(page, 'Create New Key')).toBeFocused();

  await tabTo(page, 'Show checkout-web key');
  await press(page, 'Space');
  await expect(button(page, 'Hide checkout-web key')).toBeFocused();
  await press(page, 'Tab', 'Enter');
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();

  await press(page, 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  await expect(button(page, 'Rename checkout-web')).toBeFocused();
  await expect(button(page, 'Rename checkout-web')).toHaveCSS('opacity', '1');
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await press(page, 'Control+A');
  await page.keyboard.type('checkout-api');
  await press(page, 'Enter');
  await expect(button(page, 'Rename checkout-api')).toBeFocused();

  await press(page, 'Tab', 'Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await press(page, 'Tab', 'Enter');
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(button(page, 'Rotate checkout-api')).toBeFocused();

  await tabTo(page, 'Delete checkout-api');
  await press(page, 'Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await press(page, 'Tab', 'Enter');
  await expect(toast(page, 'Deleted "checkout-api".')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'older' })).toBeFocused();
});

test('the keyboard alone asks for a higher limit', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  await tabTo(page, 'Request increase for checkout-web');
  await press(page, 'Enter');
  await expect(page.getByLabel('Requested rate limit')).toBeFocused();
  await page.keyboard.type('50');
  await press(page, 'Tab');
  await page.keyboard.type('Flash sales on Fridays bring peaks.');
  await press(page, 'Tab', 'Tab', 'Enter');
  await expect(card(page, 'checkout-web')).toContainText('Under review');
});

test('Escape leaves every dialog and gives the focus back', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  for (const name of [
    'Create New Key',
    'Rename checkout-web',
    'Rotate checkout-web',
    'Delete checkout-web',
    'Request increase for checkout-web',
  ]) {
    await button(page, name).focus();
    await press(page, 'Enter');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(1);
    await press(page, 'Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
    await expect(button(page, name)).toBeFocused();
  }
});
