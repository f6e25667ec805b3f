import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { openTab } from '../support/open-tab.ts';
import { expect, test } from '../support/test.ts';

const categories = [
  'Payments',
  'Wallets',
  'Analytics',
  'Accounting',
  'Compliance',
  'E-commerce',
  'Automation',
  'Developer Tools',
];

const openMarketplace = async (page: Page) => {
  await openTab(page, { tab: 'marketplace', heading: 'Marketplace' });
  await expect(cards(page)).toHaveCount(9);
};

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const chip = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const soon = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Coming Soon' });

test('nine plugins are shown, none of which can be installed yet', async ({ page }) => {
  await openMarketplace(page);
  await expect(page).toHaveTitle('Marketplace · Ballast');
  await expect(page.getByRole('main').getByText('Coming Soon', { exact: true }).first()).toBeVisible();
  await expect(soon(page)).toHaveCount(9);
  for (const button of await soon(page).all()) await expect(button).toBeDisabled();
  await expect(page.getByText('Sample listings.')).toBeVisible();
});

test('each plugin names its developer, category, rating, installs and price', async ({ page }) => {
  await openMarketplace(page);
  const card = page.getByRole('listitem').filter({ hasText: 'Ledger Sync' });
  await expect(card).toContainText('Tidewater · Accounting');
  await expect(card).toContainText('Post settled transfers to your general ledger every night.');
  for (const fact of ['Rating:4.6', 'Installs:1,312', 'Price:$29/mo']) await expect(card).toContainText(fact);
});

test('each category has plugins, and together they are all of them', { tag: '@matrix' }, async ({ page }) => {
  await openMarketplace(page);
  await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  let found = 0;
  for (const name of categories) {
    await chip(page, name).click();
    await expect(chip(page, name)).toHaveAttribute('aria-pressed', 'true');
    const makers = await page.getByText(new RegExp(`· ${name}$`)).count();
    expect(makers).toBeGreaterThan(0);
    await expect(cards(page)).toHaveCount(makers);
    found += makers;
  }
  expect(found).toBe(9);
  await expect(page).toHaveURL('/dashboard/marketplace?category=Developer+Tools');
  await page.reload();
  await expect(chip(page, 'Developer Tools')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'All').click();
  await expect(cards(page)).toHaveCount(9);
});

test('the categories work with the keyboard alone', { tag: '@matrix' }, async ({ page }) => {
  await openMarketplace(page);
  await chip(page, 'All').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveText(['Embedded Wallet']);
});

test('it fits on every screen', { tag: '@matrix' }, async ({ page }) => {
  await openMarketplace(page);
  await expectNoSidewaysScroll(page);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the marketplace is accessible at ${viewport.width} px`, { tag: '@matrix' }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openMarketplace(page);
    await expectAccessible(page);
  });
}
