// A request that is open: what was missing, and the button that mends it.
import { getKey, updateKey } from '@ballast/contract/keys/api-keys';
import { listRequests } from '@ballast/contract/requests/requests';
import { expectDialogAccessible } from '../support/accessibility.ts';
import { logInAs } from '../support/accounts.ts';
import { sendRequests } from '../support/key-page.ts';
import { toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import {
  elsewhere,
  flood,
  office,
  openRequests,
  panel,
  rows,
  untilWritten,
  usedKey,
} from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const row = (page: Parameters<typeof rows>[0], text: string) => rows(page).filter({ hasText: text }).first();

test('an address that is not allowed is added by one button', async ({ page }) => {
  const { account, key } = await usedKey();
  await openRequests(page, account);
  await row(page, 'gw-elsewhere').getByRole('link').click();
  const advice = panel(page).getByRole('region', { name: 'What to do' });
  await expect(advice).toContainText('198.51.100.7 isn’t in the allowed networks of this key.');
  await expect(panel(page)).toContainText('GET /v1/balance');
  await expect(panel(page)).toContainText('curl/8.5');
  await expectDialogAccessible(page);
  await advice.getByRole('button', { name: 'Add 198.51.100.7 to the Allowed Networks' }).click();
  await expect(toast(page, 'Restrictions saved')).toBeVisible();
  await expect(advice).toContainText('198.51.100.7 is in the allowed networks of this key now. Try again.');
  const { allowedNetworks } = await account.call(getKey, { params: { id: key.id } });
  expect(allowedNetworks).toEqual(['203.0.113.0/24', '198.51.100.7/32']);
  expect(await sendRequests({ value: key.key, headers: elsewhere, scope: 'payments:read' })).toEqual([200]);
});

test('a key over its limit leads to the request for a higher one', async ({ page }) => {
  const { account, key } = await usedKey();
  await flood(key, 30);
  await untilWritten(account, 34);
  await openRequests(page, account, '?outcome=limited');
  await rows(page).nth(1).getByRole('link').click();
  const advice = panel(page).getByRole('region', { name: 'What to do' });
  await expect(advice).toContainText(/Over 3 req\/s for \d s\./);
  await advice.getByRole('button', { name: 'Request an Increase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Rate Limit Increase' });
  await dialog.getByRole('textbox', { name: 'Requested rate limit' }).fill('50');
  await dialog
    .getByRole('textbox', { name: 'Justification' })
    .fill('The checkout of our shop at its busiest hour.');
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expect(dialog).toBeHidden();
  await expect(advice).toContainText('Your request for 50 req/s is under review.');
  await advice.getByRole('button', { name: 'View Request' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: 'busiest hour' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeVisible();
});

test('a missing scope and a key that expired lead to the restrictions', async ({ page }) => {
  const { account, key } = await usedKey();
  await openRequests(page, account, '?reason=scope_missing');
  await rows(page).nth(1).getByRole('link').click();
  const advice = panel(page).getByRole('region', { name: 'What to do' });
  await expect(advice).toContainText('This key lacks payments:write.');
  await expect(panel(page)).toContainText('Scope neededpayments:write');
  await advice.getByRole('link', { name: 'Edit Scopes' }).click();
  await expect(page.getByRole('button', { name: 'Save Restrictions' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/keys/${key.id}\\?section=restrictions$`));

  const expiresAt = new Date(Date.now() + 1500).toISOString();
  await account.call(updateKey, { params: { id: key.id }, body: { expiresAt } });
  await expect
    .poll(() => sendRequests({ value: key.key, headers: office, scope: 'payments:read' }))
    .toEqual([401]);
  await expect
    .poll(async () => (await account.call(listRequests, { query: { reason: 'key_expired' } })).length)
    .toBe(1);
  await openRequests(page, account, '?reason=key_expired');
  await rows(page).nth(1).getByRole('link').click();
  await expect(advice).toContainText(/This key expired on \w+ \d+, \d+\./);
  await expect(advice.getByRole('link', { name: 'Set a Later Date' })).toBeVisible();
});

test('the old key is told from the new one, which is copied', async ({ page }) => {
  const { account, key } = await usedKey();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRequests(page, account);
  await row(page, 'gw-old-key').getByRole('link').click();
  await panel(page).getByRole('button', { name: 'Copy New Key' }).click();
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.key);
});

test('a link to a request opens it for whoever signs in to the account, in its environment', async ({
  page,
  context,
}) => {
  const { account } = await usedKey();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRequests(page, account);
  await row(page, 'gw-elsewhere').getByRole('link').click();
  await panel(page).getByRole('button', { name: 'Copy link to this request' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/dashboard\/requests\?request=[\da-f-]{36}$/);
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/requests$/);

  const colleague = await context.newPage();
  await colleague.addInitScript(() => sessionStorage.setItem('dashboardEnvironment', 'production'));
  await openRequests(colleague, await logInAs(account.user.email));
  await colleague.goto(link);
  await expect(panel(colleague)).toContainText('198.51.100.7 isn’t in the allowed networks of this key.');
  await colleague.keyboard.press('Escape');
  await expect(panel(colleague)).toBeHidden();
  await expect(colleague.getByRole('radio', { name: 'Sandbox' })).toBeChecked();
});

test('from row to row and back by the keyboard alone', async ({ page }) => {
  const { account } = await usedKey();
  await openRequests(page, account);
  const links = rows(page).getByRole('link');
  await expect(links).toHaveCount(4);
  await page.getByRole('button', { name: 'Clear', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Address not allowed');
  await panel(page).getByRole('button', { name: 'Older request' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Scope missing');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
});

test('a request fits a phone', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { account } = await usedKey();
  await openRequests(page, account);
  await row(page, 'Address not allowed').getByRole('link').click();
  await expect(panel(page)).toContainText('isn’t in the allowed networks');
  await expectDialogAccessible(page);
  await expectNoSidewaysScroll(page);
});
