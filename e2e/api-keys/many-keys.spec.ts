// This account has more keys than one page holds.
import { createKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Account, openDashboard, verifiedAccount } from '../support/accounts.ts';
import {
  button,
  card,
  cards,
  createButton,
  enterName,
  openKeys,
  rememberCards,
  toast,
} from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const pageSize = 200;
const total = pageSize + 5;

// One worker makes the keys once for all of these tests.
test.describe.configure({ mode: 'default' });

let account: Account;

const create = (name: string) => account.call(createKey, { body: { name, environment: 'SANDBOX' } });

// keys-table.spec.ts has the table.
test.beforeEach(({ page }) => rememberCards(page));

// The oldest five are not on the first page.
test.beforeAll(async () => {
  account = await verifiedAccount();
  await create('Payouts EU');
  for (let made = 1; made < total; made += 12) {
    const names = Array.from({ length: Math.min(12, total - made) }, (_, n) => `service-${made + n}`);
    await Promise.all(names.map(create));
  }
});

const openMany = async (page: Page) => {
  await openDashboard(page, account);
  await expect(cards(page)).toHaveCount(pageSize);
};

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name' });
const count = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true });
const nextPages = (url: URL) => url.searchParams.has('cursor');
const toTheEnd = async (page: Page) => {
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 200_000);
};

test('the next keys come when the end of the list comes near, with their usage', async ({ page }) => {
  await openMany(page);
  await expect(count(page, '200+ keys')).toBeVisible();
  const usage = page.waitForRequest(
    (request) => request.url().includes('/usage') && request.url().includes('ids='),
  );
  await toTheEnd(page);
  await expect(cards(page)).toHaveCount(total);
  await expect(count(page, `${total} keys`)).toBeVisible();
  await expect(button(page, 'Load More')).toHaveCount(0);
  await usage;
  await expect(card(page, 'Payouts EU')).toContainText('No requests yet');
});

test('keys that cannot be loaded are told, and Try again asks for them again', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.route(nextPages, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Slow down.', fields: {} } }),
  );
  await openMany(page);
  await toTheEnd(page);
  await expect(page.getByRole('alert')).toHaveText('Slow down.');
  await expect(cards(page)).toHaveCount(pageSize);
  await page.unroute(nextPages);
  await button(page, 'Try again').click();
  await expect(cards(page)).toHaveCount(total);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a search finds keys that are not loaded yet, and says how many', { tag: '@matrix' }, async ({
  page,
}) => {
  await openMany(page);
  await search(page).fill('PAYOUTS');
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'Payouts EU')).toContainText('No requests yet');
  await expect(count(page, '1 key')).toBeVisible();
  await expectAccessible(page);

  await search(page).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No keys match your search' })).toBeVisible();
  await expect(page.getByText('No key’s name contains “nothing like it”.')).toBeVisible();
  await expect(count(page, '0 keys')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(search(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(pageSize);
});

test('the search is cleared from the keyboard, and the field keeps the focus', { tag: '@matrix' }, async ({
  page,
}) => {
  await openMany(page);
  await search(page).focus();
  await page.keyboard.type('payouts');
  await expect(cards(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Clear search')).toBeFocused();
  const [field, cross] = [await search(page).boundingBox(), await button(page, 'Clear search').boundingBox()];
  if (!field || !cross) throw new Error('the search field or its button is not drawn');
  expect(cross.x).toBeGreaterThan(field.x + field.width / 2);
  expect(cross.x + cross.width).toBeLessThanOrEqual(field.x + field.width);
  expect(cross.y).toBeGreaterThanOrEqual(field.y);
  expect(cross.y + cross.height).toBeLessThanOrEqual(field.y + field.height);
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeFocused();
  await expect(cards(page)).toHaveCount(pageSize);
});

test('a search that the server cannot answer says so and leaves the keys', { tag: '@matrix' }, async ({
  page,
}) => {
  await openMany(page);
  const searches = (url: URL) => url.searchParams.has('search');
  await page.route(searches, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Slow down.', fields: {} } }),
  );
  await search(page).fill('payouts');
  await expect(page.getByRole('alert')).toContainText('Slow down.');
  await page.unroute(searches);
  await button(page, 'Retry').click();
  await expect(cards(page)).toHaveCount(1);
});

for (const width of [1440, 320]) {
  test(`the search fits the window, ${width} px`, { tag: '@matrix' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openMany(page);
    await search(page).fill('service-1');
    await expect(cards(page)).not.toHaveCount(pageSize);
    await expectNoSidewaysScroll(page);
  });
}

test('few keys are shown as ever, without a search field', { tag: '@matrix' }, async ({ page }) => {
  const names = Array.from({ length: 8 }, (_, index) => `service-${index}`);
  await openKeys(page, names);
  await expect(cards(page)).toHaveCount(8);
  await expect(search(page)).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
  await createButton(page).click();
  await enterName(page, 'one more');
  await expect(search(page)).toBeVisible();
});

test('a found key can be deleted, and a new one is shown whatever was searched for', {
  tag: '@matrix',
}, async ({ page }) => {
  const names = Array.from({ length: 12 }, (_, index) => `service-${index}`);
  await openKeys(page, names);
  await search(page).fill('service-1');
  await expect(cards(page)).toHaveCount(3);
  await button(page, 'Delete service-11').click();
  await button(page, 'Delete Key').click();
  await expect(toast(page, 'Deleted "service-11".')).toBeVisible();
  await expect(cards(page)).toHaveCount(2);

  await createButton(page).click();
  await enterName(page, 'another');
  await expect(card(page, 'another')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(12);
});
