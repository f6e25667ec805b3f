// From where a key was used, and why requests with it were refused.
import { createKey } from '@ballast/contract/keys/api-keys';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { expectAccessible } from '../support/accessibility.ts';
import { verifiedAccount } from '../support/accounts.ts';
import { openKeyPage, section, sendRequests, untilCounted } from '../support/key-page.ts';
import { button } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

// The office may use the key, and somebody else tries.
const office = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'checkout/1.4' };
const elsewhere = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'curl/8.5' };
const original = { 'x-original-method': 'POST', 'x-original-uri': '/v1/payments?token=secret' };

const usedKey = async () => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, {
    body: {
      name: 'checkout-web',
      environment: 'SANDBOX',
      scopes: ['payments:read'],
      allowedNetworks: ['203.0.113.0/24'],
    },
  });
  const value = key.key;
  expect(await sendRequests({ value, headers: office, scope: 'payments:read' })).toEqual([200]);
  expect(await sendRequests({ value, headers: { ...office, ...original }, scope: 'payments:write' })).toEqual(
    [403],
  );
  expect(await sendRequests({ value, headers: elsewhere })).toEqual([403]);
  await untilCounted(account, key, 3);
  await expect
    .poll(async () => (await account.call(listRefusals, { params: { id: key.id } })).length)
    .toBe(2);
  return { account, key };
};

test('the page tells from where a key was used, and why requests were refused', async ({ page }) => {
  const { account, key } = await usedKey();
  await openKeyPage(page, account, key, 'requests');
  await button(page, 'Blocked').click();
  await expect(section(page, 'Requests').getByRole('row')).toHaveText([
    /^Time/,
    /RejectedAddress not allowed.*Not reported by the gateway198\.51\.100\.7curl\/8\.5/,
    /RejectedScope missingPOST \/v1\/payments203\.0\.113\.9checkout\/1\.4/,
  ]);
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Usage' }).click();
  const addresses = section(page, 'By address').getByRole('row');
  await expect(addresses).toHaveText([/^Address/, /^203\.0\.113\.91Just now$/]);
  const chart = section(page, 'Requests').getByRole('application');
  for (const [window, words] of [
    ['7 d', 'last 7 days'],
    ['30 d', 'last 30 days'],
    ['90 d', 'last 90 days'],
  ] as const) {
    await button(page, window).click();
    await expect(chart).toHaveAccessibleName(
      new RegExp(`^3 requests in the ${words}: 1 allowed, 2 rejected`),
    );
  }
});

test('networks are tried on the last 30 days before they are saved', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  for (const headers of [office, elsewhere]) await sendRequests({ value: key.key, headers });
  await untilCounted(account, key, 2);
  await openKeyPage(page, account, key, 'restrictions');
  const restrictions = section(page, 'Restrictions');
  const networks = restrictions.getByRole('textbox', { name: 'Allowed networks' });
  const tryOut = restrictions.getByRole('button', { name: 'Test against the last 30 days' });
  await expect(tryOut).toBeDisabled();
  await networks.fill('203.0.113.0/33');
  await tryOut.click();
  await expect(restrictions.getByText('"203.0.113.0/33" must be an address or a network')).toBeVisible();
  await networks.fill('203.0.113.0/24');
  await tryOut.click();
  await expect(restrictions).toContainText('This would have blocked 1 of 2 requests from the last 30 days.');
  await expect(restrictions.getByRole('row')).toHaveText([/^Address/, /^198\.51\.100\.71/]);
  await expectAccessible(page);
  await networks.fill('203.0.113.0/24\n198.51.100.7');
  await expect(restrictions.getByRole('row')).toHaveCount(0);
  await tryOut.click();
  await expect(restrictions).toContainText('All 2 requests from the last 30 days came from these networks.');
});

test('networks that would have blocked traffic are saved only after a question', { tag: '@matrix' }, async ({
  page,
}) => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  for (const headers of [office, elsewhere]) await sendRequests({ value: key.key, headers });
  await untilCounted(account, key, 2);
  await openKeyPage(page, account, key, 'restrictions');
  const networks = page.getByRole('textbox', { name: 'Allowed networks' });
  await networks.fill('192.0.2.0/24');
  await button(page, 'Save Restrictions').click();
  const question = page.getByRole('alertdialog', { name: 'This blocks 100% of this key’s traffic' });
  await expect(question).toContainText('This would have blocked all 2 requests from the last 30 days.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(networks).toHaveValue('192.0.2.0/24');
  await networks.fill('203.0.113.0/24');
  await button(page, 'Save Restrictions').click();
  await page
    .getByRole('alertdialog', { name: 'This blocks 50% of this key’s traffic' })
    .getByRole('button', { name: 'Save Anyway' })
    .click();
  await expect(page.getByText('Restrictions saved')).toBeVisible();
  await networks.fill('203.0.113.0/24\n198.51.100.7');
  await button(page, 'Save Restrictions').click();
  await expect(button(page, 'Save Restrictions')).toBeDisabled();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('requests and addresses fit every width', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { account, key } = await usedKey();
  await openKeyPage(page, account, key, 'requests');
  await expect(page.getByText('Scope missing')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Usage' }).click();
  await expect(section(page, 'By address')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
