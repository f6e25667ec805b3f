// The documentation at /docs, as a reader uses it.
import { createKey } from '@ballast/contract/keys/api-keys';
import { expectAccessible, expectPartAccessible } from '../support/accessibility.ts';
import { verifiedAccount } from '../support/accounts.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const pages = ['', '/get-started', '/keys', '/limits-and-errors', '/gateways', '/reference'];

test('the search finds a call by keyboard alone, and the page asks no other host', async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).origin);
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Documentation' })).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search the documentation' });
  await expect(search).toBeFocused();
  await page.keyboard.type('rotate key');
  await expect(page.getByRole('option', { name: /Rotate an API key/ })).toBeVisible();
  await page.keyboard.type(' nothing-like-it');
  await expect(page.getByRole('status')).toHaveText('Nothing found for rotate key nothing-like-it');
  await search.fill('create an api key');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create an API key', exact: true })).toBeInViewport();
  expect([...hosts]).toEqual([baseURL]);
});

// By its attribute: finding it by its role reads the whole of a very long page each time.
const balanceCall = '[data-operation="GET /v1/balance"]';

test('a call is tried with a key that the reader types; the form is loaded only then', async ({ page }) => {
  const account = await verifiedAccount();
  const { key } = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/docs/reference');
  const call = page.locator(balanceCall);
  await expect(call.getByRole('button', { name: 'Try it' })).toBeVisible();
  expect(requests).not.toContain('/api/openapi.json');
  await call.getByRole('button', { name: 'Try it' }).click();
  await expect(call.getByLabel('API key')).toBeFocused();
  await call.getByLabel('API key').fill('blst_test_wrong');
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByRole('status')).toContainText('"code": "key_unknown"');
  await call.getByLabel('API key').fill(key);
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByRole('status')).toContainText('"balance": 0');
  await expectPartAccessible(page, balanceCall);
});

test('the documentation has the theme of the portal, and its choice is the portal’s', async ({ page }) => {
  const theme = () => page.evaluate(() => [document.body.className, localStorage.getItem('darkMode')]);
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(theme).toEqual(['light', 'false']);
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await page.goto('/docs/keys');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(theme).toEqual(['dark', 'true']);
});

test('calls of the portal’s own screens show when they are asked for', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.goto('/docs/reference');
  const hidden = page.getByRole('heading', { name: 'Sign in with email and password' });
  await expect(hidden).toBeHidden();
  await page.getByLabel('Show internal endpoints').check();
  await expect(hidden).toBeVisible();
  // An address that leads to one shows it at once.
  await page.goto('/docs/keys');
  await page.goto('/docs/reference#post-api-auth-login');
  await expect(hidden).toBeInViewport();
});

test('every page of the documentation is accessible and fits every window', { tag: '@matrix' }, async ({
  page,
}) => {
  for (const path of pages) {
    await page.goto(`/docs${path}`);
    await expect(page.getByText('Last checked against version')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('on a phone the pages are behind the menu', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/docs');
  const pagesLink = page.getByRole('navigation').getByRole('link', { name: 'Gateways' });
  await expect(pagesLink).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(pagesLink).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(pagesLink).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
});
