// The documentation at /docs, as a reader uses it.
import { createKey } from '@ballast/contract/keys/api-keys';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectPartAccessible } from '../support/accessibility.ts';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const pages = [
  '',
  '/get-started',
  '/keys',
  '/limits-and-errors',
  '/gateways',
  '/reference',
  '/reference/keys',
  '/reference/screens',
];

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

const balanceCall = '[data-operation="GET /v1/balance"]';

test('a call is tried with a key that the reader types; the form is loaded only then', async ({ page }) => {
  const account = await verifiedAccount();
  const { key } = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/docs/reference/use-a-key');
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

const copiedText = async (page: Page, block: Locator) => {
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
};

test('the examples carry the sandbox key of a reader who is signed in: masked, and whole when copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await verifiedAccount();
  const { key } = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  await storeSession(page, account);
  await page.goto('/docs/get-started');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  const line = page.locator('.code', { hasText: 'key-check' });
  await expect(line).toContainText(`${key.slice(0, 10)}••••••••${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  expect(await copiedText(page, line)).toContain(`"Authorization: Bearer ${key}"`);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    key,
  );

  await page.goto('/docs/reference/use-a-key');
  const call = page.locator(balanceCall);
  await call.getByRole('button', { name: 'Try it' }).click();
  await expect(call.getByLabel('API key')).toHaveValue(key);
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByRole('status')).toContainText('"balance": 0');

  // Signing out in another tab takes the key away.
  const other = await context.newPage();
  await other.goto('/docs');
  await other.evaluate(() => localStorage.removeItem('authToken'));
  await expect(call.getByText('$BALLAST_API_KEY').first()).toBeVisible();
  await expect(call.getByLabel('API key')).toHaveValue('');
  expect(await copiedText(page, call.locator('.samples .code').first())).toContain('Bearer $BALLAST_API_KEY');
});

test('a page that the browser kept for the way back has no key of a reader who signed out', async ({
  page,
}) => {
  const account = await verifiedAccount();
  await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  await storeSession(page, account);
  await page.goto('/docs/get-started');
  const line = page.locator('.code', { hasText: 'key-check' });
  await expect(line).toContainText('••••••••');
  await page.evaluate(() => {
    localStorage.removeItem('authToken');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(line).toContainText('Bearer $BALLAST_API_KEY');
});

test('readers who are signed out find the sign-in page, and their examples name a variable', async ({
  page,
}) => {
  await page.goto('/docs/get-started');
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', '/auth');
  await expect(page.locator('.code', { hasText: 'key-check' })).toContainText('Bearer $BALLAST_API_KEY');
});

test('the language of the examples is remembered on every page', async ({ page }) => {
  await page.goto('/docs/reference/use-a-key');
  const tabs = page.locator(balanceCall).getByRole('tablist', { name: 'Language' });
  await expect(tabs.getByRole('tab', { name: 'curl' })).toHaveAttribute('aria-selected', 'true');
  await tabs.getByRole('tab', { name: 'curl' }).press('ArrowRight');
  await expect(tabs.getByRole('tab', { name: 'TypeScript' })).toBeFocused();
  await expect(page.locator(balanceCall).getByRole('tabpanel')).toContainText('await fetch(');
  await page.goto('/docs/get-started');
  await expect(page.getByRole('tab', { name: 'TypeScript' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText('process.env.BALLAST_API_KEY');
});

test('a long line scrolls out from under its button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/docs/get-started');
  const line = page.locator('.code', { hasText: 'key-check' });
  const gap = await line.evaluate((block) => {
    const pre = block.querySelector('pre') as HTMLElement;
    pre.scrollLeft = pre.scrollWidth;
    const text = document.createRange();
    text.selectNodeContents(pre.querySelector('code') as HTMLElement);
    const button = block.querySelector('button') as HTMLElement;
    return button.getBoundingClientRect().left - text.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThanOrEqual(0);
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
  const hidden = page.getByRole('link', { name: /\/api\/auth\/login/ });
  await expect(hidden).toBeHidden();
  await page.getByLabel('Show internal endpoints').check();
  await expect(hidden).toBeVisible();
  // The next page remembers it.
  await page.goto('/docs/reference/account');
  await expect(page.getByLabel('Show internal endpoints')).toBeChecked();
  await page.getByLabel('Show internal endpoints').uncheck();
  // The address that a call had on the page of all calls leads to its own page.
  await page.goto('/docs/reference#post-api-auth-login');
  await expect(page).toHaveURL(/\/docs\/reference\/screens#post-api-auth-login$/);
  await expect(page.getByRole('heading', { name: 'Sign in with email and password' })).toBeInViewport();
});

test('every page of the documentation is accessible and fits every window', { tag: '@matrix' }, async ({
  page,
}) => {
  for (const path of pages) {
    await page.goto(`/docs${path}`);
    await expect(page.getByText('Version 0')).toBeVisible();
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
