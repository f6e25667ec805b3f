import { logOut } from '@ballast/contract/auth/auth';
import { getProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import {
  openDashboard,
  password,
  sharedAccount,
  storeSession,
  verifiedAccount,
} from '../support/accounts.ts';
import { expectOneToken, storedValue } from '../support/browser.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { signOut } from '../support/sign-out.ts';
import { expect, test } from '../support/test.ts';
import { passTime, passTimeUntil } from '../support/time.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'API Keys' });

const storedNames = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

const expireToken = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('keptSession') ?? '{}');
    localStorage.setItem(
      'keptSession',
      JSON.stringify({ ...stored, expires_at: Math.floor(Date.now() / 1000) - 60 }),
    );
  });

const sessionNames = ['authMethod', 'authToken', 'keptSession', 'userData', 'userEmail'];

test('signing in stores token, user, method and email', async ({ page }) => {
  const { email, user } = await verifiedAccount();
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(heading(page)).toBeVisible();
  expect(await storedValue(page, 'authToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(JSON.parse((await storedValue(page, 'userData')) ?? '')).toEqual(user);
  expect(await storedValue(page, 'authMethod')).toBe('EMAIL');
  expect(await storedValue(page, 'userEmail')).toBe(email);
});

test('at start the profile is fetched again', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  const stale = { ...account, user: { ...account.user, fullName: 'An Old Name' } };
  await openDashboard(page, stale);
  await expect(page.getByRole('button', { name: 'Mara Okafor account menu' })).toBeVisible();
  expect(JSON.parse((await storedValue(page, 'userData')) ?? '').fullName).toBe('Mara Okafor');
});

test('until the profile is there the dashboard is loading', async ({ page }) => {
  await storeSession(page, await sharedAccount());
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api${getProfile.path}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  answer();
  await expect(heading(page)).toBeVisible();
});

test('if the profile cannot be fetched the stored user is used', { tag: '@matrix' }, async ({ page }) => {
  await storeSession(page, await sharedAccount());
  await page.route(`**/api${getProfile.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mara Okafor account menu' })).toBeVisible();
});

test('if the server does not answer at all the stored user is used after some seconds', {
  tag: '@matrix',
}, async ({ page }) => {
  await storeSession(page, await sharedAccount());
  await page.route(`**/api${getProfile.path}`, () => {});
  await page.goto('/dashboard');
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  await passTime(page, 5000);
  await expect(heading(page)).toBeVisible();
});

test('a 401 wipes the stored session and reloads to the sign-in, which says why', async ({ page }) => {
  const account = await verifiedAccount();
  const dead = { ...account, session: { ...account.session, access_token: 'no.longer.valid' } };
  await storeSession(page, dead);
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (addresses.at(-1) !== pathname) addresses.push(pathname);
  });
  await page.goto('/dashboard');
  const why = page.getByText('Your session has ended. Sign in again.');
  await expect(why).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => loads).toBe(2);
  // The reload alone leads away: nobody sees the sign-in page come and go before it.
  expect(addresses).toEqual(['/dashboard', '/auth']);
  for (const name of sessionNames) expect(await storedValue(page, name)).toBeNull();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
  await expect(why).toHaveCount(0);
});

test('stored nonsense signs nobody in and breaks nothing', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'x');
    localStorage.setItem('userData', '{not json');
    localStorage.setItem('keptSession', '"');
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
});

test('signing out clears everything and says so', async ({ page }) => {
  await openDashboard(page);
  await signOut(page);
  await expect(page.getByText('Successfully logged out')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  expect(await storedNames(page)).not.toEqual(expect.arrayContaining(sessionNames));
  for (const name of sessionNames) expect(await storedValue(page, name)).toBeNull();
});

test('signing out clears everything also when the server fails, without claiming success', {
  tag: '@matrix',
}, async ({ page }) => {
  await openDashboard(page);
  await page.route(`**/api${logOut.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await signOut(page);
  await expect(page).toHaveURL('/auth');
  for (const name of sessionNames) expect(await storedValue(page, name)).toBeNull();
  await expect(page.getByText('Successfully logged out')).toHaveCount(0);
});

test('a sign-out that the server leaves without an answer is seen to be under way', {
  tag: '@matrix',
}, async ({ page }) => {
  await openDashboard(page);
  await page.route(`**/api${logOut.path}`, () => {});
  await signOut(page);
  const underWay = page.getByRole('status').filter({ hasText: 'Signing out...' });
  await expect(underWay).toBeVisible();
  await passTime(page, 5000);
  await expect(page).toHaveURL('/auth');
  await expect(underWay).toHaveCount(0);
});

for (const status of [401, 403, 404]) {
  const tag = status === 401 ? [] : '@matrix';
  test(`a sign-out answered with ${status} signs out without a reload`, { tag }, async ({ page }) => {
    await openDashboard(page);
    await page.route(`**/api${logOut.path}`, (route) => route.fulfill({ status, json: {} }));
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await signOut(page);
    await expect(page).toHaveURL('/auth');
    expect(await storedValue(page, 'authToken')).toBeNull();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
}

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await openDashboard(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(heading(second)).toBeVisible();
  await signOut(page);
  await expect(second).toHaveURL('/auth');
  await expect(second.getByRole('button', { name: 'Continue with Email' })).toBeVisible();
});

test('signing in in one tab signs in the other', { tag: '@matrix' }, async ({ page, context }) => {
  const { email } = await verifiedAccount();
  const second = await context.newPage();
  await second.goto('/auth');
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(second).toHaveURL('/dashboard');
});

test('an access token that has ended is refreshed before it is used', async ({ page }) => {
  const { session } = await openDashboard(page);
  await expireToken(page);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => storedValue(page, 'authToken')).not.toBe(session.access_token);
  await expectOneToken(page);
  const stored = JSON.parse((await storedValue(page, 'keptSession')) ?? '');
  expect(stored.refresh_token).not.toBe(session.refresh_token);
});

test('two tabs that refresh at the same moment both stay signed in', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await openDashboard(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(heading(second)).toBeVisible();
  for (const round of [1, 2, 3]) {
    await expireToken(page);
    await Promise.all([page.reload(), second.reload()]);
    await expect(heading(page), `round ${round}`).toBeVisible();
    await expect(heading(second), `round ${round}`).toBeVisible();
  }
  await page.reload();
  await expect(heading(page)).toBeVisible();
  expect(await storedValue(page, 'authToken')).not.toBeNull();
});

test('during an outage an ended token is not sent and nobody is signed out', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await openDashboard(page);
  const sent: string[] = [];
  await context.route('**/api/**', (route) => {
    sent.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await expireToken(page);
  await page.reload();
  await passTimeUntil(page, heading(page));
  expect(sent).not.toContain(`/api${getProfile.path}`);

  await context.unroute('**/api/**');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  expect(await storedValue(page, 'authToken')).not.toBeNull();
});

test('a refresh that the server refuses ends the session', { tag: '@matrix' }, async ({ page }) => {
  await openDashboard(page);
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('keptSession') ?? '{}');
    localStorage.setItem(
      'keptSession',
      JSON.stringify({ ...stored, refresh_token: 'unknown', expires_at: 1 }),
    );
  });
  await page.reload();
  await expect(page).toHaveURL('/auth');
  expect(await storedValue(page, 'keptSession')).toBeNull();
});

for (const [words, hours] of [
  ['slow', -3],
  ['fast', 3],
] as const) {
  test(`a device whose clock is three hours ${words} signs in and stays signed in`, {
    tag: '@matrix',
  }, async ({ page }) => {
    const { email } = await verifiedAccount();
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await openSignIn(page);
    await fillSignIn(page, email, password);
    await expect(heading(page)).toBeVisible();
    const stored = JSON.parse((await storedValue(page, 'keptSession')) ?? '');
    const left = stored.expires_at - (await page.evaluate(() => Date.now() / 1000));
    expect(left).toBeGreaterThan(3500);
    expect(left).toBeLessThanOrEqual(3600);

    let refreshes = 0;
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/token')) refreshes += 1;
    });
    await page.reload();
    await expect(heading(page)).toBeVisible();
    expect(refreshes).toBe(0);
  });
}

test('where the browser refuses to store anything one can still sign in', { tag: '@matrix' }, async ({
  page,
}) => {
  const { email } = await verifiedAccount();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(heading(page)).toBeVisible();
});
