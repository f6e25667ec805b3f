import { logIn, logOut } from '@ballast/contract/auth/auth';
import { listSessions } from '@ballast/contract/auth/session-list';
import type { Page } from '@playwright/test';
import { logInAs, openDashboard, password } from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { fillSignIn, openSignIn } from '../support/sign-in-page.ts';
import { passTimeUntil } from '../support/time.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

const card = (page: Page) => page.getByRole('region', { name: 'Sessions' });
const rows = (page: Page) => card(page).getByRole('listitem');

const openSettings = async (page: Page) => {
  await page.goto('/dashboard#security');
  await expect(rows(page).first()).toBeVisible();
};

test('the list names each browser, its system, its address and its times, this one first', async ({
  page,
  anotherBrowser,
}) => {
  const { email } = await openDashboard(page);
  const phone = await anotherBrowser({ userAgent: iPhone });
  await openSignIn(phone);
  await fillSignIn(phone, email, password);
  await expect(phone).toHaveURL('/dashboard');

  await openSettings(phone);
  await expect(rows(phone)).toHaveCount(2);
  await expect(rows(phone).first()).toContainText('Safari on iOS');
  await expect(rows(phone).first()).toContainText('This browser');
  await expect(rows(phone).first().getByRole('button')).toHaveCount(0);
  await expect(rows(phone).first()).toContainText('127.0.0.1');
  await expect(rows(phone).first()).toContainText('Signed in just now');
  await expect(rows(phone).first()).toContainText('Last seen just now');
  const time = rows(phone).first().locator('time').first();
  await expect(time).toHaveAttribute('title', /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/);
  await expect(card(phone).getByText('This browser', { exact: true })).toHaveCount(1);
});

test('one browser is signed out, and then all others', async ({ page }) => {
  const { email } = await openDashboard(page);
  await page.request.post(`/api${logIn.path}`, {
    data: { email, password },
    headers: { 'user-agent': iPhone },
  });
  await logInAs(email);
  await logInAs(email);
  await openSettings(page);
  await expect(rows(page)).toHaveCount(4);

  await card(page).getByRole('button', { name: 'Sign out Safari on iOS' }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(card(page).getByText('Safari on iOS')).toHaveCount(0);

  await card(page).getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('All other sessions ended')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(card(page)).toContainText('You’re only signed in here.');
  await expect(card(page).getByRole('button')).toHaveCount(0);
});

test('a browser that has signed out meanwhile is said to be gone and leaves the list', {
  tag: '@matrix',
}, async ({ page }) => {
  const { email } = await openDashboard(page);
  const { session } = await logInAs(email);
  await openSettings(page);
  await expect(rows(page)).toHaveCount(2);
  await page.request.post(`/api${logOut.path}`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  await rows(page).last().getByRole('button').click();
  await expect(page.getByText('This doesn’t exist, or it isn’t yours.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('an end that fails says so', { tag: '@matrix' }, async ({ page }) => {
  const { email } = await openDashboard(page);
  await logInAs(email);
  await openSettings(page);
  await page.route(
    (url) => url.pathname.startsWith(`/api${listSessions.path}`),
    (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()),
  );
  await rows(page).last().getByRole('button').click();
  await expect(page.getByText('Failed to sign out the session')).toBeVisible();
  await card(page).getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('Failed to sign out the other sessions')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});

test('a list that cannot be loaded says so and can be tried again', { tag: '@matrix' }, async ({ page }) => {
  await openDashboard(page);
  await page.route(`**/api${listSessions.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard#security');
  await expect(card(page).getByText('Loading sessions...')).toBeVisible();
  await passTimeUntil(page, card(page).getByRole('alert'));
  await expect(card(page).getByRole('alert')).toContainText('Failed to load sessions');
  await page.unroute(`**/api${listSessions.path}`);
  await card(page).getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(1);
});
