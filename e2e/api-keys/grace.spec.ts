// A rotation may leave the old value a while.
import { rotateKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { choose } from '../support/choose.ts';
import { keyTitle, section, sendRequests } from '../support/key-page.ts';
import { button, card, comeBack, openKeys, toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const endNow = (page: Page) => button(page, 'Revoke now: old key of checkout-web');

test('the old value passes for a while, its use is told, and its owner ends it', async ({ page }) => {
  const { keys } = await openKeys(page, ['checkout-web']);
  const old = keys[0]?.key ?? '';
  await button(page, 'Rotate checkout-web').click();
  const dialog = page.getByRole('alertdialog', { name: 'Rotate Key' });
  await expect(button(page, 'Cancel')).toBeFocused();
  await expect(dialog).toContainText('The old key stops working immediately.');
  await choose(dialog.getByRole('combobox', { name: 'The old key stops' }), 'In 24 hours');
  await expect(dialog).toContainText('Both keys work for 24 hours.');
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(card(page, 'checkout-web')).toContainText('Not used since rotation.');
  expect(await sendRequests({ value: old })).toEqual([200]);
  await expect
    .poll(async () => {
      await comeBack(page);
      return card(page, 'checkout-web').textContent();
    })
    .toContain('1 request in 24 h, last just now. From 127.0.0.1.');

  await card(page, 'checkout-web').getByRole('link', { name: 'checkout-web' }).click();
  await expect(keyTitle(page, 'checkout-web')).toBeVisible();
  await expect(section(page, 'Old key by address').getByRole('row')).toHaveText([
    /^Address/,
    /^127\.0\.0\.11/,
  ]);
  await endNow(page).click();
  await expect(page.getByText('1 request used the old key in the last 24 hours.')).toBeVisible();
  await button(page, 'Revoke Old Key').click();
  await expect(toast(page, 'Old key revoked')).toBeVisible();
  await expect(endNow(page)).toHaveCount(0);
  await expect(button(page, 'Rotate checkout-web')).toBeFocused();
  expect(await sendRequests({ value: old })).toEqual([401]);
});

test('a grace is told accessibly at every width', { tag: '@matrix' }, async ({ page }) => {
  const { account, keys } = await openKeys(page, ['checkout-web']);
  await account.call(rotateKey, { params: { id: keys[0]?.id ?? '' }, body: { graceSeconds: 3600 } });
  await page.reload();
  await expect(endNow(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Rotate checkout-web').click();
  await expect(
    page.getByText('The key from before the last rotation stops working immediately.'),
  ).toBeVisible();
  await expectDialogAccessible(page);
  await button(page, 'Cancel').click();
  await endNow(page).click();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await expect(endNow(page)).toBeFocused();
});
