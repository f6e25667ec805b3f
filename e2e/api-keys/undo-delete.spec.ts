// A sandbox key that was deleted by mistake comes back for ten seconds.
import { createKey, deleteKey } from '@ballast/contract/keys/api-keys';
import { restoreMessages } from '@ballast/contract/keys/restore-key';
import type { Page } from '@playwright/test';
import { expectPartAccessible } from '../support/accessibility.ts';
import { keyAddress, openKeyPage, sendRequests } from '../support/key-page.ts';
import { button, card, cards, createKeys, failCalls, openKeys, toast } from '../support/keys.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const remove = async (page: Page, name: string) => {
  await button(page, `Delete ${name}`).click();
  await button(page, 'Delete Key').click();
  await expect(toast(page, `Deleted "${name}".`)).toBeVisible();
};

test('a deleted sandbox key is refused until Undo brings it back, as the same key at its place', async ({
  page,
}) => {
  const { keys } = await openKeys(page, ['older', 'checkout-web', 'newer']);
  const value = keys[1]?.key ?? '';
  await remove(page, 'checkout-web');
  expect(await sendRequests({ value })).toEqual([401]);
  await expect(cards(page)).toHaveCount(2);
  await expectPartAccessible(page, '[aria-label=Notifications]');
  await button(page, 'Undo').click();
  await expect(toast(page, 'Restored "checkout-web"')).toBeVisible();
  await expect(button(page, 'Undo')).toHaveCount(0);
  await expect(cards(page).getByRole('heading')).toHaveText(['newer', 'checkout-web', 'older']);
  await expect(page.getByRole('link', { name: 'checkout-web' })).toBeFocused();
  expect(await sendRequests({ value })).toEqual([200]);
});

test('the oldest key comes back, too, and the offer ends after ten seconds', async ({ page }) => {
  await openKeys(page, ['oldest', 'newest']);
  await remove(page, 'oldest');
  await button(page, 'Undo').click();
  await expect(cards(page).getByRole('heading')).toHaveText(['newest', 'oldest']);
  await remove(page, 'newest');
  await passTime(page, 9_900);
  await expect(button(page, 'Undo')).toBeVisible();
  await passTime(page, 200);
  await expect(button(page, 'Undo')).toHaveCount(0);
});

test('an undo that comes too late says so', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['keeper', 'checkout-web']);
  await remove(page, 'checkout-web');
  await page.route('**/restore', (route) =>
    route.fulfill({
      status: 410,
      json: { code: 'undo_over', message: restoreMessages.over, fields: {} },
    }),
  );
  await button(page, 'Undo').click();
  await expect(toast(page, restoreMessages.over)).toBeVisible();
  await expect(button(page, 'Undo')).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test('an undo without an answer can be tried again', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['keeper', 'checkout-web']);
  await remove(page, 'checkout-web');
  await failCalls(page, '**/restore', 'POST');
  await button(page, 'Undo').click();
  await expect(toast(page, 'Failed to restore API key')).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Undo').click();
  await expect(cards(page)).toHaveCount(2);
});

test('a name that another tab gave away meanwhile is told', { tag: '@matrix' }, async ({ page }) => {
  const { account } = await openKeys(page, ['keeper', 'checkout-web']);
  await remove(page, 'checkout-web');
  await account.call(createKey, { body: { name: 'Checkout-Web', environment: 'SANDBOX' } });
  await button(page, 'Undo').click();
  await expect(toast(page, restoreMessages.nameTaken('checkout-web'))).toBeVisible();
  await expect(card(page, 'Checkout-Web')).toBeVisible();
});

test('the page of a key goes to the list, where the key comes back', { tag: '@matrix' }, async ({ page }) => {
  const { account, keys } = await openKeys(page, ['checkout-web', 'keeper']);
  const [key] = keys;
  if (!key) throw new Error('no key');
  await openKeyPage(page, account, key);
  await remove(page, 'checkout-web');
  await button(page, 'Undo').click();
  await expect(card(page, 'checkout-web')).toBeVisible();
  await page.goto(keyAddress(key));
  await expect(page.getByRole('heading', { level: 1, name: 'checkout-web' })).toBeVisible();
});

test('keys that were deleted together come back together, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names = Array.from({ length: 12 }, (_, index) => `service-${index}`);
  const { account, keys } = await openKeys(page, names);
  await button(page, 'Select').click();
  for (const name of ['service-3', 'service-7', 'service-9'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await button(page, 'Delete selected keys').click();
  await button(page, 'Delete 3 Keys').click();
  await expect(toast(page, 'Deleted 3 keys.')).toBeVisible();
  await expectNoOverflow(page);
  await createKeys(account, ['service-7'], 'SANDBOX');
  await button(page, 'Undo').click();
  await expect(toast(page, 'Restored 2 keys')).toBeVisible();
  await expect(toast(page, restoreMessages.nameTaken('service-7'))).toBeVisible();
  expect(await sendRequests({ value: keys[3]?.key ?? '' })).toEqual([200]);
  expect(await sendRequests({ value: keys[7]?.key ?? '' })).toEqual([401]);
});

test('a key that another tab deleted cannot be deleted, so nothing is offered', { tag: '@matrix' }, async ({
  page,
}) => {
  const { account, keys } = await openKeys(page, ['keeper', 'checkout-web']);
  await button(page, 'Delete checkout-web').click();
  await account.call(deleteKey, { params: { id: keys[1]?.id ?? '' } });
  await button(page, 'Delete Key').click();
  await expect(card(page, 'checkout-web')).toHaveCount(0);
  await expect(button(page, 'Undo')).toHaveCount(0);
});
