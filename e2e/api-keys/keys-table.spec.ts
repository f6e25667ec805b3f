// From nine keys on they are a table of narrow rows.
import { createKey, listKeys } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { choose } from '../support/choose.ts';
import { keyTitle, sendRequests } from '../support/key-page.ts';
import { button, cards, createButton, enterName, openKeys, row, rows, toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `service-${index}`);
const openTable = (page: Page, count = 9) => openKeys(page, names(count));
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const act = async (page: Page, name: string, action: string) => {
  await button(page, `Actions for ${name}`).click();
  await item(page, action).click();
};

test('the ninth key makes a table of the cards, and its deletion makes cards again', async ({ page }) => {
  await openTable(page, 8);
  await expect(cards(page)).toHaveCount(8);
  await createButton(page).click();
  await enterName(page, 'ninth');
  await expect(rows(page)).toHaveCount(9);
  await expect(row(page, 'ninth').getByRole('cell')).toHaveText([
    /^blst_test_•+ hidden, ends in \w{4}$/,
    'N/A',
    '0',
    '3 req/sec',
    'Active',
    '',
  ]);
  const { height } = (await row(page, 'service-3').boundingBox()) ?? { height: 0 };
  expect(Math.round(height)).toBe(46);
  await act(page, 'ninth', 'Delete');
  await button(page, 'Delete Key').click();
  await expect(cards(page)).toHaveCount(8);
});

test('a row copies, renames, rotates, asks for more and deletes, and the focus comes back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { account, keys } = await openTable(page);
  await button(page, 'Copy service-4 key').click();
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys[4]?.key);

  await act(page, 'service-4', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('checkout');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'API key renamed')).toBeVisible();
  await expect(button(page, 'Actions for checkout')).toBeFocused();

  await act(page, 'checkout', 'Rotate');
  await choose(page.getByRole('combobox', { name: 'The old key stops' }), 'In 24 hours');
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(row(page, 'checkout')).toContainText('Old key works');
  await expect(button(page, 'Actions for checkout')).toBeFocused();
  await act(page, 'checkout', 'Revoke old key');
  await button(page, 'Revoke Old Key').click();
  await expect(row(page, 'checkout')).toContainText('Active');

  await act(page, 'checkout', 'Request increase');
  await page.getByLabel('Requested rate limit').fill('50');
  await page.getByLabel('Justification').fill('Flash sales on Fridays bring peaks.');
  await button(page, 'Submit Request').click();
  await expect(row(page, 'checkout')).toContainText('Under review');
  await button(page, 'Actions for checkout').click();
  await expect(item(page, 'Request increase')).toHaveCount(0);
  await item(page, 'Limit request').click();
  await expect(page.getByRole('dialog')).toContainText('Flash sales');
  await page.keyboard.press('Escape');

  await act(page, 'checkout', 'Delete');
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Actions for checkout')).toBeFocused();
  expect(await account.call(listKeys, { query: { search: 'checkout' } })).toHaveLength(1);
});

test('a row tells of requests, and its name leads to the key’s page and back', { tag: '@matrix' }, async ({
  page,
}) => {
  const { account, keys } = await openTable(page);
  await sendRequests({ value: keys[2]?.key ?? '', times: 2 });
  await expect
    .poll(async () => (await account.call(listKeys, { query: { search: 'service-2' } }))[0]?.lastUsedAt)
    .toBeTruthy();
  await page.reload();
  await expect(row(page, 'service-2')).toContainText('Just now');
  await expect(row(page, 'service-2').getByRole('img')).toHaveAttribute('aria-label', /^2 requests/);
  await row(page, 'service-2').getByRole('link').click();
  await expect(keyTitle(page, 'service-2')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'service-2').getByRole('link')).toBeFocused();
});

test('cards or table is remembered, and search, state and order are in the address', async ({ page }) => {
  await openTable(page, 12);
  await button(page, 'Show as cards').click();
  await expect(cards(page)).toHaveCount(12);
  await page.reload();
  await expect(cards(page)).toHaveCount(12);
  await expect(button(page, 'Show as cards')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Show as table').click();
  await expect(rows(page)).toHaveCount(12);

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('service-1');
  await choose(page.getByRole('combobox', { name: 'State' }), 'Never used');
  await choose(page.getByRole('combobox', { name: 'Order' }), 'By name');
  const found = ['service-1', 'service-10', 'service-11'];
  const links = rows(page).getByRole('link');
  await expect(links).toHaveText(found);
  await expect(page).toHaveURL(/\?q=service-1&state=unused&order=name$/);
  await page.reload();
  await expect(links).toHaveText(found);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await page.goBack();
  await expect(links).toHaveText(found);
});

test('rows are selected and deleted together, and Undo brings them back', { tag: '@matrix' }, async ({
  page,
}) => {
  await openTable(page, 12);
  await button(page, 'Select').click();
  for (const name of ['service-2', 'service-5'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await button(page, 'Delete selected keys').click();
  await button(page, 'Delete 2 Keys').click();
  await expect(rows(page)).toHaveCount(10);
  await button(page, 'Undo').click();
  await expect(rows(page).getByRole('link')).toHaveText(names(12).toReversed());
});

for (const width of [1440, 1024, 390])
  test(`the table is accessible and fits, ${width} px`, { tag: width === 1440 ? [] : '@matrix' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { account, keys } = await openTable(page);
    const body = { requestedLimit: 50, reason: 'Flash sales on Fridays bring peaks.' };
    await account.call(requestRateLimit, { params: { id: keys[1]?.id ?? '' }, body });
    await account.call(createKey, {
      body: { name: 'W'.repeat(100), environment: 'SANDBOX', expiresAt: soon() },
    });
    await page.reload();
    await expect(rows(page)).toHaveCount(10);
    await expectAccessible(page);
    await button(page, 'Select').click();
    await button(page, 'Actions for service-0').click();
    await expect(item(page, 'Delete')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Actions for service-0')).toBeFocused();
    await expectNoSidewaysScroll(page);
  });

const soon = () => new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
