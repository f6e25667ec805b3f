// What somebody typed is not lost by a change of tab, a key pressed by mistake or a connection that drops.
import { listKeys } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { password, verifiedAccount } from '../support/accounts.ts';
import { button, card, createButton, openKeys, toast } from '../support/keys.ts';
import { openTab } from '../support/open-tab.ts';
import { fillSignIn } from '../support/sign-in-page.ts';
import { signOut } from '../support/sign-out.ts';
import { expect, test } from '../support/test.ts';

const goTo = (page: Page, tab: string) =>
  page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: tab }).click();
const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

test('a half-filled dialog that Escape closed, or that the portal could not hear, opens again as it was', async ({
  page,
  context,
}) => {
  const { account, keys } = await openKeys(page, ['till']);
  const dialog = page.getByRole('dialog', { name: 'Create New Key' });
  await createButton(page).click();
  await name(page).fill('checkout-web');
  await dialog.getByText('Restrictions (optional)').click();
  await dialog.getByLabel('Allowed networks').fill('203.0.113.7');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await goTo(page, 'Activity');
  await goTo(page, 'API Keys');
  await createButton(page).click();
  await expect(name(page)).toHaveValue('checkout-web');
  await expect(dialog.getByLabel('Allowed networks')).toHaveValue('203.0.113.7');

  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to create API key');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await context.setOffline(false);
  await createButton(page).click();
  await expect(name(page)).toHaveValue('checkout-web');
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  await expect(toast(page, 'API key created')).toBeVisible();
  await expect(card(page, 'checkout-web')).toBeVisible();
  const [created] = await account.call(listKeys, { query: { environment: 'SANDBOX', search: 'checkout' } });
  expect(created?.allowedNetworks).toEqual(['203.0.113.7/32']);

  await createButton(page).click();
  await expect(name(page)).toHaveValue('');
  await button(page, 'Cancel').click();

  await button(page, `Request increase for ${keys[0]?.name}`).click();
  await page.getByLabel('Requested rate limit').fill('40');
  await page.getByLabel('Justification').fill('Black Friday brings thirty requests a second.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, 'Request increase for checkout-web').click();
  await expect(page.getByLabel('Justification')).toHaveValue('');
  await button(page, 'Cancel').click();
  await button(page, `Request increase for ${keys[0]?.name}`).click();
  await expect(page.getByLabel('Requested rate limit')).toHaveValue('40');
  await expect(button(page, 'Submit Request')).toBeEnabled();
});

test('an unsaved profile survives a change of tab, until it is discarded or its owner signs out', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await verifiedAccount();
  await openTab(page, { tab: 'settings', heading: 'Settings' }, account);
  const form = page.getByRole('region', { name: 'Profile Information' });
  const company = form.getByLabel('Company Name');
  await company.fill('Northwind Labs');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(company).toHaveValue('Northwind Labs');
  await goTo(page, 'API Keys');
  await expect(createButton(page)).toBeVisible();
  await goTo(page, 'Settings');
  await expect(company).toHaveValue('Northwind Labs');
  await expect(form).toContainText('Unsaved changes');

  await form.getByRole('button', { name: 'Discard changes' }).click();
  await expect(company).toHaveValue('');
  await expect(form).not.toContainText('Unsaved changes');
  await expect(form.getByLabel('Full Name')).toBeFocused();
  await goTo(page, 'Activity');
  await goTo(page, 'Settings');
  await expect(company).toHaveValue('');

  await company.fill('Southwind');
  await goTo(page, 'Activity');
  await signOut(page);
  await button(page, 'Continue with Email').click();
  await fillSignIn(page, account.email, password);
  await goTo(page, 'Settings');
  await expect(form).toBeVisible();
  await expect(company).toHaveValue('');
});
