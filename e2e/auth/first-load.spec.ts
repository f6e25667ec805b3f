// These tests say what the sign-in page and the dashboard load, and when.
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { sharedAccount, storeSession } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import { beginWithTimersHeld } from '../support/time.ts';

// In KiB: what is served differs by some bytes from build to build, with the names of files in it.
const budgetBytes = { auth: 110 * 1024, dashboard: 190 * 1024 };

// Everything that is loaded until nothing more comes by itself. A new account also has its first steps on the dashboard.
const followScripts = (page: Page) => {
  const scripts = new Map<string, Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.set(request.url(), request);
  });
  return scripts;
};

const bodyOf = async (request: Request) => {
  const response = await request.response();
  if (!response) throw new Error(`${request.url()} was not answered`);
  return response.body();
};

const gzipBytes = async (scripts: Map<string, Request>) => {
  const bodies = await Promise.all([...scripts.values()].map(bodyOf));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
};

test('the dashboard is small and loads no dialog before somebody wants one', async ({ page }) => {
  await storeSession(page, await sharedAccount());
  const scripts = followScripts(page);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  expect(await gzipBytes(scripts)).toBeLessThanOrEqual(budgetBytes.dashboard);
  expect([...scripts.keys()].join()).not.toMatch(/modal|select|sheet|command-menu/);

  const modals = page.waitForRequest('**/assets/key-modals-*.js');
  await page.getByRole('button', { name: 'Create New Key' }).focus();
  await modals;
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('the keys are drawn when they are there, whatever a clock says', async ({ page }) => {
  await storeSession(page, await sharedAccount());
  await beginWithTimersHeld(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Create New Key' })).toBeVisible();
});

test('no other tab of the dashboard is larger', { tag: '@matrix' }, async ({ page, context }) => {
  const tabs = {
    activity: 'Activity',
    faucet: 'Coin Faucet',
    marketplace: 'Marketplace',
    settings: 'Settings',
  };
  await storeSession(page, await sharedAccount());
  for (const [tab, heading] of Object.entries(tabs)) {
    await page.evaluate((name) => localStorage.setItem('dashboardTab', name), tab);
    const opened = await context.newPage();
    const scripts = followScripts(opened);
    await opened.goto('/dashboard', { waitUntil: 'networkidle' });
    await expect(opened.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await gzipBytes(scripts), heading).toBeLessThanOrEqual(budgetBytes.dashboard);
  }
});

test('the sign-in page is small and loads no form before somebody wants one', async ({ page }) => {
  const scripts = followScripts(page);
  await page.goto('/auth', { waitUntil: 'networkidle' });
  expect(await gzipBytes(scripts)).toBeLessThanOrEqual(budgetBytes.auth);
  expect([...scripts.keys()].join()).not.toMatch(/email-forms|modal|zod/);

  const forms = page.waitForRequest('**/assets/email-forms-*.js');
  await page.getByRole('button', { name: 'Continue with Email' }).hover();
  // The forms are there as soon as everything is that they import.
  const address = (await forms).url();
  await page.evaluate((url) => import(url), address);
  const loaded = scripts.size;
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(scripts.size).toBe(loaded);
});

test('the keyboard prepares the forms too', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/auth');
  const forms = page.waitForRequest('**/assets/email-forms-*.js');
  await page.getByRole('button', { name: 'Continue with Email' }).focus();
  await forms;
});

test('on a slow line the button says that the forms are on their way', { tag: '@matrix' }, async ({
  page,
}) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/email-forms-*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/auth');
  const button = page.getByRole('button', { name: 'Continue with Email' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  arrival.resolve();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('the profile is asked for once, while the first file is on its way', async ({ page }) => {
  await storeSession(page, await sharedAccount());
  const profiles: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/profile')) profiles.push(request);
  });
  const firstFile = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await firstFile.promise;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect.poll(() => profiles.length).toBe(1);
  firstFile.resolve();
  await expect(page.getByRole('button', { name: 'Create New Key' })).toBeVisible();
  expect(profiles).toHaveLength(1);
});

test('the parts of a screen are asked for while the first file is on its way', async ({ page }) => {
  const firstFile = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await firstFile.promise;
    await route.continue();
  });
  const parts = page.waitForRequest('**/assets/support-screen-*.js');
  await page.goto('/support', { waitUntil: 'commit' });
  await parts;

  await storeSession(page, await sharedAccount());
  await page.evaluate(() => localStorage.setItem('dashboardTab', 'activity'));
  const tab = page.waitForRequest('**/assets/activity-tab-*.js');
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await tab;
  firstFile.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
});
