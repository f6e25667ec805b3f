import { listRequests, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { Page } from '@playwright/test';
import { button, card, comeBack, failCalls, openKeys, operator, toast } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const reason = 'Flash sales on Fridays bring peaks of 100 requests per second.';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request Rate Limit Increase' });
const limit = (page: Page) => dialog(page).getByLabel('Requested rate limit');
const justification = (page: Page) => dialog(page).getByLabel('Justification');
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Submit Request' });

test('at the highest limit nothing is requested: people can help', { tag: '@matrix' }, async ({ page }) => {
  await page.route('**/api/api-keys?*', async (route) => {
    const response = await route.fetch();
    const keys: object[] = await response.json();
    await route.fulfill({ response, json: keys.map((key) => ({ ...key, rateLimit: 1000 })) });
  });
  await openKeys(page, ['checkout-web']);
  await expect(card(page, 'checkout-web')).toContainText('1000 req/sec');
  await expect(button(page, 'Request increase for checkout-web')).toHaveCount(0);
  await page.getByRole('link', { name: 'Contact support for a higher limit of checkout-web' }).click();
  await expect(page).toHaveURL('/support');
});

const openRequest = async (page: Page) => {
  const opened = await openKeys(page, ['checkout-web']);
  await button(page, 'Request increase for checkout-web').click();
  await expect(limit(page)).toBeFocused();
  return opened;
};

test('every rule of a request has its words, and nothing is sent while one is broken', async ({ page }) => {
  await openRequest(page);
  await expect(dialog(page)).toContainText('For checkout-web. Our team reviews requests in 24-48 hours.');
  await expect(dialog(page)).toContainText('Current limit 3 req/sec. Up to 1000 req/sec.');
  await expect(submit(page)).toBeDisabled();
  await justification(page).fill(reason);

  for (const [typed, message] of [
    ['', 'Please enter the requested rate limit'],
    ['0', 'Requested rate limit must be a positive whole number'],
    ['-5', 'Requested rate limit must be a positive whole number'],
    ['4.5', 'Requested rate limit must be a positive whole number'],
    ['3', 'Requested rate limit must be greater than the current 3 req/sec'],
    ['1001', 'Requested rate limit cannot exceed 1000 req/sec. Contact support for higher limits.'],
  ] as const) {
    await limit(page).fill(typed);
    await limit(page).blur();
    await expect(dialog(page).getByText(message, { exact: true })).toBeVisible();
    await expect(submit(page)).toBeDisabled();
  }
  await expect(dialog(page).getByRole('link', { name: /^Contact support/ })).toHaveAttribute(
    'href',
    '/support',
  );
  for (const allowed of ['1000', '4']) {
    await limit(page).fill(allowed);
    await expect(submit(page)).toBeEnabled();
  }
});

test('the counter follows the justification, without the spaces around it', { tag: '@matrix' }, async ({
  page,
}) => {
  await openRequest(page);
  await limit(page).fill('50');
  await expect(dialog(page)).toContainText('0/20 min');
  await justification(page).fill(`   ${'x'.repeat(19)}   `);
  await expect(dialog(page)).toContainText('19/20 min');
  await expect(submit(page)).toBeDisabled();
  await justification(page).blur();
  await expect(
    dialog(page).getByText('Please provide a more detailed justification (at least 20 characters)'),
  ).toBeVisible();
  await justification(page).fill('x'.repeat(20));
  await expect(dialog(page)).toContainText('20/20 min');
  await expect(submit(page)).toBeEnabled();
});

test('Cancel forgets the request', { tag: '@matrix' }, async ({ page }) => {
  await openRequest(page);
  await limit(page).fill('50');
  await justification(page).fill(reason);
  await button(page, 'Cancel').click();
  await expect(dialog(page)).toHaveCount(0);
  await button(page, 'Request increase for checkout-web').click();
  await expect(limit(page)).toHaveValue('');
  await expect(justification(page)).toHaveValue('');
});

test('a request is under review until the provider’s team approves it, and then holds', async ({ page }) => {
  const { account } = await openRequest(page);
  await limit(page).fill('120');
  await justification(page).fill(reason);
  await submit(page).click();
  await expect(
    toast(page, 'Rate limit request submitted. We review requests within 24-48 hours.'),
  ).toBeVisible();
  const pending = card(page, 'checkout-web');
  await expect(pending).toContainText('Under review');
  await expect(pending).toContainText('120 req/sec requested. Our team reviews requests in 24-48 hours.');
  await expect(button(page, 'Request increase for checkout-web')).toHaveCount(0);

  const [request] = await account.call(listRequests);
  await operator('requests', 'approve', request?.id ?? '', '--note', 'Approved for the season.');
  await comeBack(page);
  await expect(pending).toContainText('Rate limit120 req/sec');
  await button(page, 'Approved: 120 req/sec').click();
  const details = page.getByRole('dialog', { name: 'Rate Limit Request' });
  await expect(details).toContainText('From 3 to 120 req/sec');
  await expect(details).toContainText(reason);
  await expect(details).toContainText('Approved for the season.');
  await details.getByRole('button', { name: 'Close' }).last().click();
  await button(page, 'Request increase for checkout-web').click();
  await expect(dialog(page)).toContainText('Current limit 120 req/sec.');
});

test('a denied request says why and can be made again', { tag: '@matrix' }, async ({ page }) => {
  const { account, keys } = await openKeys(page, ['checkout-web']);
  const id = keys[0]?.id ?? '';
  const { request } = await account.call(requestRateLimit, {
    params: { id },
    body: { requestedLimit: 900, reason },
  });
  await operator('requests', 'deny', request.id, '--note', 'Please batch your calls first.');
  await page.reload();
  await expect(card(page, 'checkout-web')).toContainText('Rate limit3 req/sec');
  await button(page, 'Denied: 900 req/sec').click();
  await expect(page.getByRole('dialog', { name: 'Rate Limit Request' })).toContainText(
    'Please batch your calls first.',
  );
  await page.keyboard.press('Escape');
  await expect(button(page, 'Request increase for checkout-web')).toBeEnabled();
});

test('a request that was made elsewhere meanwhile is not made twice', { tag: '@matrix' }, async ({
  page,
}) => {
  const { account, keys } = await openRequest(page);
  await account.call(requestRateLimit, {
    params: { id: keys[0]?.id ?? '' },
    body: { requestedLimit: 10, reason },
  });
  await limit(page).fill('50');
  await justification(page).fill(reason);
  await submit(page).click();
  await expect(toast(page, 'A request for this key is already being reviewed')).toBeVisible();
});

test('what the server says about a request is preferred to our own words', { tag: '@matrix' }, async ({
  page,
}) => {
  await openRequest(page);
  await limit(page).fill('50');
  await justification(page).fill(reason);
  await failCalls(page, '**/rate-limit-request', 'POST');
  await submit(page).click();
  await expect(toast(page, 'Failed to submit rate limit request')).toBeVisible();
  await expect(justification(page)).toHaveValue(reason);
  await failCalls(page, '**/rate-limit-request', 'POST', {
    status: 409,
    message: 'Reviews are closed today.',
  });
  await submit(page).click();
  await expect(toast(page, 'Reviews are closed today.')).toBeVisible();
});
