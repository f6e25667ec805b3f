// A key that somebody found in public.
import { createKey } from '@ballast/contract/keys/api-keys';
import { reportKey } from '@ballast/contract/keys/key-leaks';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import { keyTitle } from '../support/key-page.ts';
import { button, card, completeProfile, openKeys, toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'was found in public on' });

test('a leaked key says what to do, until the value that was found has stopped', async ({ page }) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  const key = await account.call(createKey, { body: { name: 'payments-api', environment: 'PRODUCTION' } });
  await account.call(reportKey, { body: { key: key.key } });
  await storeSession(page, account);
  await page.goto('/dashboard?env=production');
  await expect(card(page, 'payments-api').getByText('Leaked', { exact: true })).toBeVisible();
  await expect(banner(page)).toContainText('Switch to the new key, then revoke the old one.');
  await expectAccessible(page);

  await card(page, 'payments-api').getByRole('link', { name: 'payments-api' }).click();
  await expect(keyTitle(page, 'payments-api')).toBeVisible();
  await expect(banner(page)).toHaveCount(1);
  await button(page, 'Revoke now: old key of payments-api').click();
  await button(page, 'Revoke Old Key').click();
  await expect(toast(page, 'Old key revoked')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('a leaked key that nobody rotated yet offers to', { tag: '@matrix' }, async ({ page }) => {
  const { keys } = await openKeys(page, ['checkout-web']);
  // By its setting a portal may only tell the owner, which this one does not.
  const leaked = keys.map((key) => ({ ...key, leakedAt: new Date().toISOString() }));
  await page.route('**/api/api-keys?*', (route) => route.fulfill({ json: leaked }));
  await page.reload();
  await expect(banner(page)).toContainText('Anyone who has it can use it.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await banner(page).getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Rotate Key' })).toBeVisible();
});
