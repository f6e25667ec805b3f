import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { Page } from '@playwright/test';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { openDashboard, sharedAccount } from '../support/accounts.ts';
import {
  button,
  card,
  cards,
  createButton,
  enterName,
  failCalls,
  holdCalls,
  openKeys,
} from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 }, tag: [] },
  phone: { viewport: { width: 390, height: 844 }, tag: '@matrix' },
};
const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const expectAccessibleDialog = async (page: Page, opener: string, prepare = async () => {}) => {
  await button(page, opener).click();
  await expect(dialogs(page)).toHaveCount(1);
  await prepare();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
};

for (const [device, { viewport, tag }] of Object.entries(sizes)) {
  test.describe(`on a ${device}`, { tag }, () => {
    test.use({ viewport });

    test('keys are accessible, hidden and shown', { tag: '@matrix' }, async ({ page }) => {
      await openKeys(page, ['other', 'checkout-web']);
      await button(page, 'Show checkout-web key').click();
      await expectAccessible(page);
    });

    test('the dialogs that change keys are accessible', { tag: '@matrix' }, async ({ page }) => {
      await openKeys(page, ['other', 'checkout-web']);
      await expectAccessibleDialog(page, 'Create New Key', async () => {
        await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(page.getByText('Please provide a name for the API key')).toBeVisible();
      });
      for (const opener of ['Rename checkout-web', 'Rotate checkout-web', 'Delete checkout-web']) {
        await expectAccessibleDialog(page, opener);
      }
    });

    test('requests for a higher limit are accessible', { tag: '@matrix' }, async ({ page }) => {
      const { account, keys } = await openKeys(page, ['asked', 'checkout-web']);
      const body = { requestedLimit: 120, reason: 'Flash sales on Fridays bring peaks.' };
      await account.call(requestRateLimit, { params: { id: keys[0]?.id ?? '' }, body });
      await page.reload();
      await expect(card(page, 'asked')).toContainText('Under review');
      await expectAccessible(page);
      await expectAccessibleDialog(page, '120 req/sec requested.');
      await expectAccessibleDialog(page, 'Request increase for checkout-web', async () => {
        await page.getByLabel('Requested rate limit').fill('5000');
        await page.getByLabel('Justification').fill('too short');
        await page.getByLabel('Requested rate limit').focus();
        await expect(page.getByText(/^Please provide a more detailed/)).toBeVisible();
      });
    });

    test('production and its dialogs are accessible', { tag: '@matrix' }, async ({ page }) => {
      await openKeys(page, ['payments-api'], 'PRODUCTION');
      await expect(cards(page)).toHaveCount(1);
      await expectAccessible(page);
      for (const opener of ['Create New Key', 'Rotate payments-api', 'Delete payments-api']) {
        await expectAccessibleDialog(page, opener);
      }
    });

    test('the missing profile is told accessibly', { tag: '@matrix' }, async ({ page }) => {
      await openDashboard(page, await sharedAccount());
      await page.evaluate(() => localStorage.setItem('dashboardEnvironment', 'production'));
      await page.goto('/dashboard?env=production');
      await expect(page.getByText('No production keys found')).toBeVisible();
      await createButton(page).click();
      await expect(page.getByRole('dialog', { name: 'Complete Your Profile' })).toBeVisible();
      await expectDialogAccessible(page);
    });

    test('empty, loading, busy and failed keys are accessible', { tag: '@matrix' }, async ({ page }) => {
      const release = await holdCalls(page, '**/api/api-keys?*', 'GET');
      await openKeys(page);
      await expect(page.getByText('Loading API keys...')).toBeVisible();
      await expectAccessible(page);
      release();
      await expect(page.getByText('No sandbox keys found')).toBeVisible();
      await expectAccessible(page);

      await createButton(page).click();
      await enterName(page, 'busy');
      await page.route('**/rotate', () => {});
      await button(page, 'Rotate busy').click();
      await button(page, 'Rotate Key').click();
      await expect(button(page, 'Rotate busy')).toHaveAttribute('aria-busy', 'true');
      await expect(dialogs(page)).toHaveCount(0);
      await expectAccessible(page);

      await failCalls(page, '**/api/api-keys?*', 'GET', { status: 409, message: 'Not now.' });
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('Not now.');
      await expectAccessible(page);
    });
  });
}
