// Requests are shown as they are made.
import { createKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { verifiedAccount } from '../support/accounts.ts';
import { openKeyPage, sendRequests } from '../support/key-page.ts';
import { button } from '../support/keys.ts';
import { described, office, openRequests, rows, untilWritten } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import { passTimeUntil } from '../support/time.ts';

const newKey = async () => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  const send = (path: string) =>
    sendRequests({ value: key.key, headers: { ...office, ...described('GET', path) } });
  return { account, key, send };
};

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

test('the first request takes the place of the command that makes it, without a reload', async ({ page }) => {
  const { account, key, send } = await newKey();
  await openRequests(page, account);
  await expect(page.getByText('Waiting for your first request…')).toBeVisible();
  const command = page.getByText(/^curl .+Authorization: Bearer blst_test_•+/);
  await expect(command).toContainText(key.key.slice(-4));
  await expect(command).not.toContainText(key.key);
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy first-call command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Bearer ${key.key}"`);

  await send('/v1/payments');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText(
    /\d+:\d\d:\d\d [AP]MAllowedGET \/v1\/paymentscheckout-web203\.0\.113\.9checkout\/1\.4/,
  );
  await send('/v1/refunds');
  await expect(rows(page).nth(1)).toContainText('/v1/refunds');
  await expect(rows(page)).toHaveCount(3);
});

test('a list can be paused, resumed and cleared', async ({ page }) => {
  const { account, send } = await newKey();
  await send('/v1/first');
  await untilWritten(account, 1);
  await openRequests(page, account);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await button(page, 'Pause').click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await send('/v1/second');
  await untilWritten(account, 2);
  await expect(rows(page)).toHaveCount(2);
  await button(page, 'Resume').click();
  await expect(rows(page)).toHaveCount(3);

  await button(page, 'Clear').click();
  await expect(page.getByRole('heading', { name: 'List cleared' })).toBeVisible();
  await expectAccessible(page);
  await send('/v1/third');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('/v1/third');
  await button(page, 'Show Earlier Requests').click();
  await expect(rows(page)).toHaveCount(4);
  await button(page, 'Groups').click();
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(button(page, 'Clear')).toBeHidden();
});

test('a tab that nobody sees asks nothing, and catches up when somebody does', async ({ page }) => {
  const { account, send } = await newKey();
  await send('/v1/first');
  await untilWritten(account, 1);
  await openRequests(page, account);
  await expect(rows(page)).toHaveCount(2);
  await show(page, 'hidden');
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('wait=') && calls.push(request.url()));
  await send('/v1/second');
  await untilWritten(account, 2);
  await expect(rows(page)).toHaveCount(2);
  expect(calls).toEqual([]);
  await show(page, 'visible');
  await expect(rows(page)).toHaveCount(3);
});

test('a portal that is away is said, and the list goes on when it is back', async ({ page }) => {
  const { account, send } = await newKey();
  await send('/v1/first');
  await untilWritten(account, 1);
  await openRequests(page, account);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.route('**/api/requests?*', (route) => route.abort());
  // The call that waits is answered; the next one is not.
  await send('/v1/second');
  await expect(page.getByText('Can’t reach the portal. Trying again…')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await send('/v1/third');
  await untilWritten(account, 3);
  await page.unrouteAll();
  await passTimeUntil(page, page.getByText('Live', { exact: true }));
  await expect(rows(page)).toHaveCount(4);
});

test('a portal that is back is said at once, without a new request', async ({ page }) => {
  const { account, send } = await newKey();
  await send('/v1/first');
  await untilWritten(account, 1);
  await openRequests(page, account);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.route('**/api/requests?*', (route) => route.abort());
  await send('/v1/second');
  await expect(page.getByText('Can’t reach the portal. Trying again…')).toBeVisible();
  const back = page.waitForRequest(/\/api\/requests\?.*after=/);
  await page.unrouteAll();
  await passTimeUntil(page, page.getByText('Live', { exact: true }));
  expect(new URL((await back).url()).searchParams.get('wait')).toBe('0');
});

test('the page of a key shows its requests alone', async ({ page }) => {
  const { account, key, send } = await newKey();
  const other = await account.call(createKey, { body: { name: 'other', environment: 'SANDBOX' } });
  await openKeyPage(page, account, key, 'requests');
  await expect(page.getByText('Waiting for your first request…')).toBeVisible();
  await sendRequests({ value: other.key });
  await send('/v1/payments');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('/v1/payments');
  await untilWritten(account, 2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
});
