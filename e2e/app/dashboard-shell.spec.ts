import type { Page } from '@playwright/test';
import { openDashboard, sharedAccount, storeSession, verifiedAccount } from '../support/accounts.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const nav = (page: Page) => page.getByRole('navigation', { name: 'Primary' });
const tab = (page: Page, name: string) => nav(page).getByRole('link', { name });
const environment = (page: Page, name: string) => page.getByRole('radio', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const openWith = async (page: Page, values: Record<string, string>, address = '/dashboard') => {
  await storeSession(page, await sharedAccount());
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, values);
  await page.goto(address);
};

test('the sidebar leads to five tabs and the documentation', async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  for (const name of ['Activity', 'Coin Faucet', 'Marketplace', 'Settings', 'API Keys']) {
    await tab(page, name).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(`${name} · Ballast`);
  }
  // The back button leads through what was shown.
  for (const name of ['Settings', 'Marketplace', 'Coin Faucet']) {
    await page.goBack();
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goForward();
  await expect(heading(page, 'Marketplace')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/marketplace');
  const documentation = nav(page).getByRole('link', { name: /^Documentation/ });
  await expect(documentation).toHaveAttribute('href', /\/docs$/);
  await expect(documentation).toHaveAttribute('target', '_blank');
});

test('tab and environment are there again after a reload', async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  await environment(page, 'Production').check();
  await tab(page, 'Activity').click();
  await page.reload();
  await expect(heading(page, 'Activity')).toBeVisible();
  await expect(environment(page, 'Production')).toBeChecked();
});

test('production looks like production', async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  await expect(page.locator('body')).toHaveAttribute('data-env', 'sandbox');
  await expect(page.getByText('Test keys. Requests made with them never move real funds.')).toBeVisible();
  await environment(page, 'Production').check();
  await expect(page.locator('body')).toHaveAttribute('data-env', 'production');
  await expect(page.getByText('Live keys. Requests made with them move real funds.')).toBeVisible();
  await expect(page).toHaveTitle('API Keys · Production');
  await expect(tab(page, 'Coin Faucet')).toHaveCount(0);
});

test('the faucet falls back to the keys when production is selected', { tag: '@matrix' }, async ({
  page,
}) => {
  await openDashboard(page, await sharedAccount());
  await tab(page, 'Coin Faucet').click();
  await environment(page, 'Production').check();
  await expect(heading(page, 'API Keys')).toBeVisible();
});

test('a stored tab that does not exist is ignored', { tag: '@matrix' }, async ({ page }) => {
  await openWith(page, { dashboardTab: 'billing', dashboardEnvironment: 'staging' });
  await expect(heading(page, 'API Keys')).toBeVisible();
  await expect(environment(page, 'Sandbox')).toBeChecked();
});

test('a stored faucet on production opens the keys', { tag: '@matrix' }, async ({ page }) => {
  await openWith(page, { dashboardTab: 'faucet', dashboardEnvironment: 'production' });
  await expect(heading(page, 'API Keys')).toBeVisible();
  await expect(environment(page, 'Production')).toBeChecked();
});

test('an address can select an environment and a tab, and is cleaned up', async ({ page }) => {
  await openWith(page, {}, '/dashboard?env=production');
  await expect(environment(page, 'Production')).toBeChecked();
  await expect(page).toHaveURL('/dashboard');
  await openWith(page, {}, '/dashboard?env=sandbox#activity');
  await expect(environment(page, 'Sandbox')).toBeChecked();
  await expect(heading(page, 'Activity')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('an address can open the settings and is cleaned up', { tag: '@matrix' }, async ({ page }) => {
  await openWith(page, { dashboardTab: 'activity' }, '/dashboard#settings');
  await expect(heading(page, 'Settings')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('an address can do both', { tag: '@matrix' }, async ({ page }) => {
  await openWith(page, {}, '/dashboard?env=production#settings');
  await expect(heading(page, 'Settings')).toBeVisible();
  await expect(environment(page, 'Production')).toBeChecked();
  await expect(page).toHaveURL('/dashboard');
});

test('every tab is a link with an address, and a reload of a browser tab keeps its environment', async ({
  page,
  context,
}) => {
  await openDashboard(page, await sharedAccount());
  const favicon = (of: Page) => of.locator('link[rel=icon]');
  await tab(page, 'Activity').click();
  await expect(page).toHaveURL('/dashboard/activity');
  await expect(heading(page, 'Activity')).toBeVisible();
  await tab(page, 'Settings').click();
  await expect(page).toHaveURL('/dashboard/settings');
  await page.goBack();
  await expect(heading(page, 'Activity')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(heading(page, 'API Keys')).toBeVisible();

  const other = await context.newPage();
  await other.goto('/dashboard/activity?env=production');
  await expect(heading(other, 'Activity')).toBeVisible();
  await expect(other).toHaveURL('/dashboard/activity');
  await expect(environment(other, 'Production')).toBeChecked();
  await expect(favicon(other)).toHaveAttribute('href', '/favicon-production.svg');
  await expect(other).toHaveTitle('Activity · Production');

  await page.reload();
  await expect(heading(page, 'API Keys')).toBeVisible();
  await expect(environment(page, 'Sandbox')).toBeChecked();
  await expect(favicon(page)).toHaveAttribute('href', '/favicon.svg');
  await other.getByRole('link', { name: 'Ballast' }).click();
  await expect(other).toHaveURL('/dashboard/keys');
  const third = await context.newPage();
  await third.goto('/dashboard');
  await expect(environment(third, 'Production')).toBeChecked();
});

test('the user menu shows who is signed in and opens the settings', async ({ page }) => {
  const { email } = await openDashboard(page, await sharedAccount());
  await page.getByRole('button', { name: 'Mara Okafor account menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Mara Okafor');
  await expect(menu).toContainText(email);
  await menu.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(heading(page, 'Settings')).toBeVisible();
});

// Between the press and the release of a click nothing may slide away from under the pointer.
test('the open user menu stays at its button when the page moves beneath it', { tag: '@matrix' }, async ({
  page,
}) => {
  await openDashboard(page, await sharedAccount());
  await page.getByRole('button', { name: /account menu$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  const moved = await page.getByRole('menu').evaluate((menu) => {
    // The page is longer than the window whatever it has loaded by now.
    document.body.style.minHeight = '200vh';
    const before = menu.getBoundingClientRect().top;
    window.scrollTo(0, 100);
    return { page: window.scrollY, menu: menu.getBoundingClientRect().top - before };
  });
  expect(moved).toEqual({ page: 100, menu: 0 });
});

test('the shell works with the keyboard', async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await environment(page, 'Sandbox').focus();
  await page.keyboard.press('ArrowRight');
  await expect(environment(page, 'Production')).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(environment(page, 'Sandbox')).toBeChecked();

  await page.getByRole('button', { name: /account menu$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /account menu$/ })).toBeFocused();

  await tab(page, 'Activity').focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Activity')).toBeVisible();
});

test('long names and addresses break nothing', { tag: '@matrix' }, async ({ page }) => {
  const name =
    'Maximiliana-Alexandrina von Hohenstauffenberg-Wallenstein the Third of the Northern Lights Area Esq';
  const email = `${crypto.randomUUID()}-${'mara'.repeat(6)}@${'northwind.'.repeat(12)}example`;
  await openDashboard(page, await verifiedAccount({ fullName: name, email }));
  await expectNoSidewaysScroll(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the menu holds environment, tabs, theme, sign-out and account', async ({ page }) => {
    const { email } = await openDashboard(page, await sharedAccount());
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog');
    await expect(menu).toContainText(email);

    await menu.getByRole('radio', { name: 'Production' }).check();
    await expect(menu.getByRole('link', { name: 'Coin Faucet' })).toHaveCount(0);
    await menu.getByRole('radio', { name: 'Sandbox' }).check();

    await menu.getByRole('button', { name: 'Light theme' }).click();
    await expect(page.locator('body')).toHaveClass(/light/);

    await menu.getByRole('link', { name: 'Coin Faucet' }).click();
    await expect(menu).toHaveCount(0);
    await expect(heading(page, 'Coin Faucet')).toBeVisible();
  });

  test('the menu closes with Escape and gives the focus back', { tag: '@matrix' }, async ({ page }) => {
    await openDashboard(page, await sharedAccount());
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  });
});
