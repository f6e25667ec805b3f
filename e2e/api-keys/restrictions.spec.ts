// What a key is restricted to, from the dialog that creates it and on its page.
import { type ApiKey, createKey, listKeys, updateKey } from '@ballast/contract/keys/api-keys';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectDialogAccessible } from '../support/accessibility.ts';
import { type Account, verifiedAccount } from '../support/accounts.ts';
import { choose } from '../support/choose.ts';
import { openKeyPage, section } from '../support/key-page.ts';
import { button, card, createButton, openKeys, toast } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const keyOf = async ({ call }: Account): Promise<ApiKey> => {
  const [key] = await call(listKeys, { query: {} });
  if (!key) throw new Error('the account has no key');
  return key;
};
const networks = (page: Page) => page.getByRole('textbox', { name: 'Allowed networks' });
const scope = (page: Page, name: string) => page.getByRole('checkbox', { name });
const access = (within: Page | Locator, name: string) => within.getByRole('radio', { name });
const dayMs = 24 * 3600 * 1000;

test('a new key is restricted where somebody asks for it, and changed on its page', async ({ page }) => {
  const { account } = await openKeys(page);
  await createButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Key' });
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('checkout-web');
  await dialog.getByText('Restrictions (optional)').click();
  await choose(dialog.getByRole('combobox', { name: 'Expires' }), 'In 7 days');
  await networks(page).fill('203.0.113.0/24\n10.0.0.0/33');
  await expect(access(dialog, 'Full access')).toBeChecked();
  await access(dialog, 'Custom').check();
  await button(page, 'Create Key').click();
  await expect(dialog.getByText('Select at least one scope, or choose Full access')).toBeVisible();
  await scope(page, 'payments:read').check();
  await button(page, 'Create Key').click();
  await expect(dialog.getByText('"10.0.0.0/33" must be an address or a network')).toBeVisible();
  await expect(networks(page)).toBeFocused();
  await networks(page).fill('203.0.113.0/24\n198.51.100.7');
  await button(page, 'Create Key').click();
  await expect(card(page, 'checkout-web').getByText('Expires in 7 days')).toBeVisible();
  const created = await keyOf(account);
  expect(created).toMatchObject({
    scopes: ['payments:read'],
    allowedNetworks: ['203.0.113.0/24', '198.51.100.7/32'],
  });
  expect(Math.abs(Date.parse(created.expiresAt ?? '') - Date.now() - 7 * dayMs)).toBeLessThan(dayMs);

  await card(page, 'checkout-web')
    .getByRole('link', { name: /^Expires \w+ \d+, \d+ · 1 scope · 2 networks/ })
    .click();
  await expect(page.getByRole('tab', { name: 'Restrictions' })).toHaveAttribute('aria-selected', 'true');
  const restrictions = section(page, 'Restrictions');
  await expect(restrictions.getByText(/^1 of \d+ scopes allowed$/)).toBeVisible();
  await expect(networks(page)).toHaveValue('203.0.113.0/24\n198.51.100.7/32');
  await expect(button(page, 'Save Restrictions')).toBeDisabled();
  await scope(page, 'payments:read').uncheck();
  await scope(page, 'payments:write').check();
  await choose(restrictions.getByRole('combobox', { name: 'Expires' }), 'Never');
  await networks(page).fill('');
  await button(page, 'Save Restrictions').click();
  await expect(toast(page, 'Restrictions saved')).toBeVisible();
  await expect(page.getByText('Expires in 7 days').filter({ visible: true })).toHaveCount(0);
  await expect(button(page, 'Save Restrictions')).toBeDisabled();
  expect(await keyOf(account)).toMatchObject({
    expiresAt: null,
    scopes: ['payments:write'],
    allowedNetworks: null,
  });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(section(page, 'History').getByText('Key Restricted')).toBeVisible();
  await page.goBack();
  await expect(card(page, 'checkout-web')).toBeVisible();
  await expect(page.getByText('Expires in 7 days')).toHaveCount(0);
});

test('a key that reads only has each scope that reads, and says so when it is opened again', async ({
  page,
}) => {
  const { account, keys } = await openKeys(page, ['reports']);
  const [key] = keys;
  if (!key) throw new Error('there is no key');
  await openKeyPage(page, account, key, 'restrictions');
  await access(page, 'Read only').check();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await button(page, 'Save Restrictions').click();
  await expect(toast(page, 'Restrictions saved')).toBeVisible();
  const { scopes } = await keyOf(account);
  expect(scopes).toContain('payments:read');
  expect(scopes?.every((name) => name.endsWith(':read'))).toBe(true);
  await page.reload();
  await expect(access(page, 'Read only')).toBeChecked();

  await access(page, 'Full access').check();
  await button(page, 'Save Restrictions').click();
  await expect(toast(page, 'Restrictions saved')).toBeVisible();
  expect((await keyOf(account)).scopes).toBeNull();
});

test('an expired key says so on its card and page, and a later day brings it back', {
  tag: '@matrix',
}, async ({ page }) => {
  const { account, keys } = await openKeys(page, ['checkout-web']);
  const past = new Date(Date.now() - dayMs).toISOString();
  // No test waits until a key expires: the list tells of one that did.
  const expired = keys.map((key) => ({ ...key, status: 'EXPIRED', expiresAt: past }));
  await page.route('**/api/api-keys?*', (route) => route.fulfill({ json: expired }));
  await page.reload();
  await expect(card(page, 'checkout-web').getByText('Expired', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await openKeyPage(page, account, keys[0] ?? (await keyOf(account)), 'restrictions');
  await expect(page.getByText(/^This key expired/)).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Expires' }), 'In 30 days');
  await page.unroute('**/api/api-keys?*');
  await button(page, 'Save Restrictions').click();
  await expect(toast(page, 'Restrictions saved')).toBeVisible();
  await expect(page.getByText(/^This key expired/)).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`restrictions are accessible and fit the window, ${width} px`, { tag: '@matrix' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const account = await verifiedAccount();
    const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
    const body = { scopes: ['payments:read'], allowedNetworks: ['203.0.113.0/24'] };
    await account.call(updateKey, { params: { id: key.id }, body });
    await openKeyPage(page, account, key, 'restrictions');
    await expect(scope(page, 'payments:read')).toBeChecked();
    await choose(page.getByRole('combobox', { name: 'Expires' }), 'On a date');
    await button(page, 'Save Restrictions').click();
    await expect(page.getByText('Please select a date')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('main').getByRole('link', { name: 'API Keys', exact: true }).click();
    await createButton(page).click();
    await page.getByText('Restrictions (optional)').click();
    await access(page, 'Custom').check();
    await expect(scope(page, 'payments:read')).toBeVisible();
    await expectDialogAccessible(page);
  });
}
