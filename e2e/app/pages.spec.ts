import { openDashboard, sharedAccount, storeSession } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

test.describe('an address that does not exist', () => {
  test('says so and leads back', async ({ page }) => {
    await page.goto('/auth');
    await page.goto('/no/such/page');
    await expect(page).toHaveTitle('Page Not Found · Ballast');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText('does not exist or has been moved')).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/auth');
  });

  test('leads to the dashboard whoever is signed in', { tag: '@matrix' }, async ({ page }) => {
    await openDashboard(page, await sharedAccount());
    await page.goto('/no/such/page');
    await page.getByRole('button', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  for (const path of ['/Dashboard', '/dashboard/billing', '/auth/unknown', '/verify-email/x']) {
    test(`${path} is such an address`, { tag: '@matrix' }, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    });
  }
});

test('a signed-out visitor is led to the sign-in from every guarded address', async ({ page }) => {
  for (const path of ['/', '/dashboard', '/dashboard/', '/dashboard?env=production']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/auth');
  }
});

test('a screen that cannot be loaded offers a reload', async ({ page, complaints }) => {
  await openDashboard(page, await sharedAccount());
  await page.route('**/assets/dashboard-screen-*.js', (route) => route.abort());
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  await page.goto('/dashboard');
  // The router first tries once more by itself, in a new document, and may show the failure just before it does.
  await expect.poll(() => documents).toBe(2);
  await expect(page.getByRole('heading', { name: 'Page Not Loaded' })).toBeVisible();
  await page.unroute('**/assets/dashboard-screen-*.js');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { name: 'API Keys' })).toBeVisible();
  // React reports the failed import, which is what this test is about.
  complaints.length = 0;
});

test('forms that cannot be loaded offer a reload too', { tag: '@matrix' }, async ({ page, complaints }) => {
  await page.route('**/assets/email-forms-*.js', (route) => route.abort());
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await expect(page.getByRole('heading', { name: 'Page Not Loaded' })).toBeVisible();
  complaints.length = 0;
});

test.describe('the theme', () => {
  test('is dark until somebody chooses, and then as chosen', async ({ page }) => {
    await page.goto('/auth');
    await expect(page.locator('body')).toHaveClass(/dark/);
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expect(page.locator('body')).toHaveClass(/light/);
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false');
    await page.reload();
    await expect(page.locator('body')).toHaveClass(/light/);
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('body')).toHaveClass(/dark/);
  });

  test('is set before the app is there', async ({ page }) => {
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('darkMode', 'false'));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/auth');
    await expect(page.locator('body')).toHaveClass('light');
  });
});

test('what was typed outlives an outage in which a part of the form cannot be loaded', {
  tag: '@matrix',
}, async ({ page }) => {
  const part = '**/assets/restriction-fields-*.js';
  await page.route(part, (route) => route.abort());
  await openDashboard(page, await sharedAccount());
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await page.getByLabel('Name').fill('checkout-web');
  await page.getByText('Restrictions (optional)').click();
  await expect(page.getByText('Can’t reach the portal.')).toBeVisible();
  await page.unroute(part);
  await passTime(page, 3000);
  await expect(page.getByLabel('Allowed networks')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('checkout-web');
});

test('a dialog that cannot be loaded says so and opens once it can', { tag: '@matrix' }, async ({ page }) => {
  const dialogs = '**/assets/key-modals-*.js';
  await page.route(dialogs, (route) => route.abort());
  await openDashboard(page, await sharedAccount());
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await expect(page.getByText('Can’t reach the portal.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await page.unroute(dialogs);
  await passTime(page, 3000);
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Create New Key' })).toBeFocused();
});

test('a dialog that does not come although the portal is there asks for a reload, and the page stays', {
  tag: '@matrix',
}, async ({ page }) => {
  await page.route('**/assets/key-modals-*.js', (route) => route.abort());
  await openDashboard(page, await sharedAccount());
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await expect(page.getByText('Can’t reach the portal.')).toBeVisible();
  await passTime(page, 3000);
  await expect(page.getByText('Part of this page didn’t load. Reload to try again.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
});

test('the first steps that cannot be loaded leave the keys as they are and come once they can', {
  tag: '@matrix',
}, async ({ page }) => {
  const part = /assets\/first-steps-(?!query-)/;
  await page.route(part, (route) => route.abort());
  await openDashboard(page);
  await expect(page.getByText('Can’t reach the portal.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create New Key' })).toBeVisible();
  await page.unroute(part);
  await passTime(page, 3000);
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
});

test('a tab, opened in an outage, leaves the dashboard as it is and comes once it can', {
  tag: '@matrix',
}, async ({ page }) => {
  const part = '**/assets/settings-tab-*.js';
  await page.route(part, (route) => route.abort());
  await openDashboard(page, await sharedAccount());
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Can’t reach the portal.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.unroute(part);
  await passTime(page, 3000);
  await expect(page.getByLabel('Full name')).toBeVisible();
});

test('the command menu, asked for in an outage, leaves the page as it is and comes once it can', {
  tag: '@matrix',
}, async ({ page }) => {
  const part = '**/assets/command-menu-*.js';
  // What a proxy answers while the portal behind it starts again.
  await page.route(part, (route) => route.fulfill({ status: 503 }));
  await openDashboard(page, await sharedAccount());
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Can’t reach the portal.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
  await page.unroute(part);
  await passTime(page, 3000);
  await expect(page.getByRole('combobox', { name: 'Search commands and keys' })).toBeFocused();
});

test('a dialog of a version that is not there any more asks for a reload', { tag: '@matrix' }, async ({
  page,
  complaints,
}) => {
  await openDashboard(page, await sharedAccount());
  await page.route('**/assets/key-modals-*.js', (route) => route.fulfill({ status: 404 }));
  await page.route('/', (route) =>
    route.fulfill({ body: '<script type="module" src="/assets/newer.js"></script>' }),
  );
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible();
  await expect(page.getByText('Reload the page to continue.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  complaints.length = 0;
});

test('a page has its shape before its code has arrived', async ({ page }) => {
  await storeSession(page, await sharedAccount());
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const shape = page.locator('#first-paint');
  await expect(shape).toBeVisible();
  await expect(shape.locator('.fp-card')).toHaveCount(3);
  arrival.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
  await expect(shape).toBeHidden();
});
