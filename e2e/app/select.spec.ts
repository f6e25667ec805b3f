// The list of a select, by keyboard and by pointer, on a page and in a dialog.
import { openKeys } from '../support/keys.ts';
import { openTab } from '../support/open-tab.ts';
import { expect, test } from '../support/test.ts';

test('the keyboard opens a list, moves in it, takes an option or leaves it as it was', async ({ page }) => {
  await openTab(page, { tab: 'activity', heading: 'Activity' });
  const select = page.getByRole('combobox', { name: 'Time' });
  const active = page.getByRole('option').and(page.locator('[data-highlighted]'));
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Time' })).toBeVisible();
  await expect(active).toHaveText('All Time');
  await expect(select).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');

  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveText('All Time');
  await page.keyboard.press('End');
  await expect(active).toHaveText('Last 30 Days');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('Last 30 Days');
  await page.keyboard.press('Home');
  await page.keyboard.press('l');
  await expect(active).toHaveText('Last 7 Days');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(select).toHaveText('All Time');
  await expect(select).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(select).toHaveText('All Time');

  await select.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(select).toHaveText('Today');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('a press beside the list closes it, and a list in a window’s last rows opens upwards', {
  tag: '@matrix',
}, async ({ page }) => {
  await openTab(page, { tab: 'activity', heading: 'Activity' });
  const select = page.getByRole('combobox', { name: 'Time' });
  await select.click();
  await expect(page.getByRole('option', { name: 'All Time' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('listbox')).toHaveCount(0);

  const { y = 0, height = 0 } = (await select.boundingBox()) ?? {};
  await page.setViewportSize({ width: 1440, height: Math.ceil(y + height + 40) });
  await select.click();
  const list = await page.getByRole('listbox').boundingBox();
  const control = await select.boundingBox();
  expect(list && control && list.y + list.height).toBeLessThanOrEqual(control?.y ?? 0);
});

test('Escape closes the list and leaves the dialog around it open', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['till']);
  await page.getByRole('button', { name: 'Rotate till' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Rotate Key' });
  const select = dialog.getByRole('combobox', { name: 'The old key stops' });
  const before = await select.textContent();
  await select.click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(select).toHaveText(before ?? '');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
