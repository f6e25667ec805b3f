// The keyboard moves through the keys, and every shortcut is shown.
import type { Page } from '@playwright/test';
import { expectDialogAccessible } from '../support/accessibility.ts';
import { button, cards, openKeys, row, rows, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `service-${index}`);
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('j and k move, x selects, Ctrl C copies, c creates, and Escape ends the selection', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { keys } = await openKeys(page, names(9));
  await expect(rows(page)).toHaveCount(9);
  await press(page, 'j');
  await expect(link(page, 'service-8')).toBeFocused();
  await press(page, 'j', 'j', 'k');
  await expect(link(page, 'service-7')).toBeFocused();
  await press(page, 'Control+c');
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys[7]?.key);

  await press(page, 'x', 'j', 'x');
  const chosen = page.getByRole('region', { name: 'Selected keys' });
  await expect(chosen).toContainText('2 selected');
  await press(page, 'x');
  await expect(chosen).toContainText('1 selected');
  await press(page, 'Escape');
  await expect(chosen).toHaveCount(0);
  await expect(link(page, 'service-6')).toBeFocused();

  await press(page, 'c');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  // In a field the letters are text, and behind a dialog nothing moves.
  await page.keyboard.type('jkxc?');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('jkxc?');
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('cards are moved through and selected as well, and a deletion is undone by Ctrl Z', async ({ page }) => {
  await openKeys(page, names(3));
  await expect(cards(page)).toHaveCount(3);
  await press(page, 'j', 'j', 'x');
  await expect(page.getByRole('checkbox', { name: 'Select service-1' })).toBeChecked();
  await button(page, 'Delete selected keys').click();
  await button(page, 'Delete 1 Key').click();
  await expect(toast(page, 'Deleted "service-1".')).toBeVisible();
  await press(page, 'Control+z');
  await expect(toast(page, 'Restored "service-1"')).toBeVisible();
  await expect(cards(page)).toHaveCount(3);
});

test('selected text is copied as everywhere, and a search is typed', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openKeys(page, names(9));
  await press(page, 'j');
  await page.evaluate(() => {
    const heading = document.querySelector('h1');
    if (heading) window.getSelection()?.selectAllChildren(heading);
  });
  await press(page, 'Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('API Keys');
  await page.getByRole('searchbox', { name: 'Search by name' }).focus();
  await page.keyboard.type('xkcj');
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('xkcj');
  await expect(page.getByRole('region', { name: 'Selected keys' })).toHaveCount(0);
});

test('? shows all shortcuts, where single keys can be switched off for good', async ({ page }) => {
  await openKeys(page, names(9));
  await expect(rows(page)).toHaveCount(9);
  await press(page, '?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await expect(dialog).toContainText('Ctrl K');
  await expect(dialog).toContainText('Go to the next key');
  await expectDialogAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await button(page, 'Close').last().click();
  await expect(dialog).toHaveCount(0);
  await press(page, 'j', 'c', '?');
  await expect(link(page, 'service-8')).not.toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveCount(9);
  await press(page, 'c');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await press(page, 'Control+k');
  await expect(page.getByRole('combobox', { name: 'Search commands and keys' })).toBeFocused();
  await page.keyboard.type('shortcuts');
  await press(page, 'Enter');
  await dialog.getByRole('checkbox', { name: 'Use single-key shortcuts' }).check();
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await press(page, 'j');
  await expect(link(page, 'service-8')).toBeFocused();
});

test('the focused row is seen, and Enter opens its key', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, names(40));
  await expect(rows(page)).toHaveCount(40);
  for (let moved = 0; moved < 30; moved += 1) await press(page, 'j');
  await expect(row(page, 'service-10')).toBeInViewport({ ratio: 1 });
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'service-10' })).toBeVisible();
});
