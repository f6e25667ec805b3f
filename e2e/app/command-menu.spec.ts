// The command menu, by keyboard alone.
import { expectDialogAccessible } from '../support/accessibility.ts';
import { button, createButton, openKeys, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

test('the command menu finds tabs, keys and commands, and gives the focus back', async ({ page }) => {
  const { keys } = await openKeys(page, ['checkout-web', 'refund-worker']);
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  const field = menu.getByRole('combobox', { name: 'Search commands and keys' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const choose = async (text: string, command: string) => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(menu.getByRole('option', { name: command })).toHaveAttribute('data-highlighted', '');
    await page.keyboard.press('Enter');
    await expect(menu).toHaveCount(0);
  };

  await button(page, 'Command menu').focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expectDialogAccessible(page);
  await page.keyboard.type('no such thing');
  await expect(menu.getByText('No results for “no such thing”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button(page, 'Command menu')).toBeFocused();

  await choose('activ', 'Go to Activity');
  await expect(heading('Activity')).toBeVisible();
  await choose('product', 'Switch to production');
  await expect(page.getByRole('radio', { name: 'Production' })).toBeChecked();
  await choose('sandb', 'Switch to sandbox');
  await choose('theme', 'Switch to light theme');
  await expect(page.locator('body')).toHaveClass('light');

  await choose('refund', 'refund-worker');
  await expect(page).toHaveURL(new RegExp(`/dashboard/keys/${keys[1]?.id}$`));
  await choose('create', 'Create a sandbox key');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  // A dialog that is open keeps the keyboard for itself.
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(createButton(page)).toBeVisible();

  await choose('reque', 'Go to Requests');
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  await choose('secur', 'Go to Security');
  await expect(page).toHaveURL(/\/dashboard\/security$/);
  await choose('suppo', 'Go to Support');
  await expect(page).toHaveURL(/\/support$/);
  await page.goBack();
  await choose('sign o', 'Sign out');
  await expect(page).toHaveURL(/\/auth$/);
});

test('a key is copied from the command menu, and rotated on its page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { keys } = await openKeys(page, ['checkout-web', 'refund-worker']);
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await expect(button(page, 'Command menu').locator('[data-keys="Ctrl K"]')).toBeVisible();
  const begin = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(menu.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('option')).toHaveCount(2);
  };
  await begin('copy key');
  await expect(menu.getByRole('combobox', { name: 'Select the key to copy' })).toHaveValue('');
  await expectDialogAccessible(page);
  await page.keyboard.type('check');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys[0]?.key);

  await begin('rotate');
  await page.keyboard.press('Backspace');
  await expect(menu.getByRole('option', { name: 'Go to Activity' })).toBeVisible();
  await page.keyboard.type('rotate');
  await page.keyboard.press('Enter');
  await page.keyboard.type('refund');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Rotate Key' })).toContainText('refund-worker');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dashboard/keys/${keys[1]?.id}$`));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'refund-worker' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a finger opens the command menu on a screen of 320 pixels, where it fits @matrix', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openKeys(page, []);
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await button(page, 'Open menu').click();
  await button(page, 'Command menu').click();
  await expect(menu.getByRole('option', { name: 'Go to Activity' })).toBeVisible();
  await expect(menu.getByRole('combobox')).toBeFocused();
  await expect(button(page, 'Close menu')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});
