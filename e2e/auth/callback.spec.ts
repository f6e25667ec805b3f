// The page that a provider sends people back to.
import { finishProvider, startProvider, verifyProvider } from '@ballast/contract/auth/provider-calls';
import type { Page } from '@playwright/test';
import { openDashboard } from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { countCalls, historyOf, storedUser, storedValue } from '../support/browser.ts';
import { accountWithApp } from '../support/factors/authenticator-app.ts';
import { continueAs, newPerson, signInWith } from '../support/provider-page.ts';
import { passTime } from '../support/time.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const refusals = [
  { query: '?error=access_denied&state=s', title: 'Authentication was cancelled' },
  { query: '?error=server_error&state=s', title: 'Authentication failed', tag: '@matrix' },
  { query: '', title: 'Authentication failed', text: 'No authorization code or token received' },
  {
    query: '?code=c',
    title: 'Authentication failed',
    text: 'No authorization code or token received',
    tag: '@matrix',
  },
];

for (const { query, title, text, tag = [] } of refusals) {
  test(`an arrival with ${query || 'nothing'} is told and leads to the sign-in after 3 seconds`, {
    tag,
  }, async ({ page }) => {
    await page.goto(`/auth/callback${query}`);
    await expect(heading(page, title)).toBeVisible();
    if (text) await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText('Returning to the sign-in page in 3s')).toBeVisible();
    await expect(page).toHaveURL('/auth/callback');
    await passTime(page, 2999);
    await expect(page).toHaveURL('/auth/callback');
    await passTime(page, 1);
    await expect(page).toHaveURL('/auth');
  });
}

test('an arrival that failed leads to the sign-in by a press, too', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied&state=s');
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('meanwhile it says that the sign-in is being completed', { tag: '@matrix' }, async ({ page }) => {
  await page.route(`**/api${finishProvider.path}`, () => {});
  await page.goto('/auth/callback?code=c&state=s&from=%2Fcli%2Fauth');
  await expect(page.getByText('Completing sign in...')).toBeVisible();
  await expect(page).toHaveURL('/auth/callback?from=%2Fcli%2Fauth');
});

test('a code and state that this browser did not ask for are refused', async ({ page, anotherBrowser }) => {
  const stranger = await anotherBrowser();
  await stranger.route('**/auth/callback?*', (route) => route.abort());
  const arrival = stranger.waitForRequest(/\/auth\/callback\?code=/);
  await signInWith(stranger, 'GitHub', newPerson());
  const address = (await arrival).url();

  await page.goto('/auth');
  await page.goto(address);
  await expect(page.getByText('was started in another browser. Try again.')).toBeVisible();
  expect(await storedValue(page, 'authToken')).toBeNull();
});

const tokensOf = async (page: Page) => {
  const { access_token, refresh_token } = JSON.parse((await storedValue(page, 'keptSession')) ?? '');
  return new URLSearchParams({ access_token, refresh_token, token_type: 'bearer', expires_in: '3600' });
};

const beginSignIn = (page: Page, query = '') =>
  page.request.post(`/api${startProvider.path}`, {
    data: { provider: 'github', redirectUrl: new URL(`/auth/callback${query}`, page.url()).href },
  });

for (const where of ['#', '?']) {
  const tag = where === '#' ? [] : '@matrix';
  test(`tokens after ${where} sign in whoever asked for them, and are gone from address and history`, {
    tag,
  }, async ({ page, anotherBrowser }) => {
    const elsewhere = await anotherBrowser();
    const person = newPerson();
    await signInWith(elsewhere, 'GitHub', person);
    await expect(elsewhere).toHaveURL('/dashboard');
    const tokens = await tokensOf(elsewhere);

    await page.goto('/auth');
    await beginSignIn(page);
    const calls = countCalls(page, verifyProvider.path);
    await page.goto(`/auth/callback${where}${tokens}`);
    await expect(page).toHaveURL('/dashboard');
    expect((await storedUser(page)).email).toBe(person.email);
    expect(await storedValue(page, 'authMethod')).toBe('GITHUB');
    expect(calls.count).toBe(1);
    for (const address of await historyOf(page)) expect(address).not.toContain('token');
  });
}

test("a link with a stranger's tokens signs nobody in", { tag: '@matrix' }, async ({
  page,
  anotherBrowser,
}) => {
  const stranger = await anotherBrowser();
  await signInWith(stranger, 'GitHub', newPerson());
  await expect(stranger).toHaveURL('/dashboard');
  const tokens = await tokensOf(stranger);

  await page.goto(`/auth/callback#${tokens}`);
  await expect(heading(page, 'Authentication failed')).toBeVisible();
  await expect(page).toHaveURL('/auth/callback');
  expect(await storedValue(page, 'authToken')).toBeNull();
  for (const address of await historyOf(page)) expect(address).not.toContain('token');
});

test("a stranger's tokens do not replace the session of whoever is signed in", async ({
  page,
  anotherBrowser,
}) => {
  const stranger = await anotherBrowser();
  await signInWith(stranger, 'GitHub', newPerson());
  await expect(stranger).toHaveURL('/dashboard');
  const { user } = await openDashboard(page);
  await page.goto(`/auth/callback#${await tokensOf(stranger)}`);
  await expect(heading(page, 'Authentication failed')).toBeVisible();
  await passTime(page, 3000);
  await expect(page).toHaveURL('/dashboard');
  expect((await storedUser(page)).id).toBe(user.id);
});

test('tokens do not replace the session of whoever is signed in, who had begun a sign-in', async ({
  page,
  anotherBrowser,
}) => {
  const stranger = await anotherBrowser();
  await signInWith(stranger, 'GitHub', newPerson());
  await expect(stranger).toHaveURL('/dashboard');
  const { user } = await openDashboard(page);
  await beginSignIn(page);
  await page.goto(`/auth/callback#${await tokensOf(stranger)}`);
  await expect(heading(page, 'Authentication failed')).toBeVisible();
  await passTime(page, 5000);
  await expect(page).toHaveURL('/dashboard');
  expect((await storedUser(page)).id).toBe(user.id);
});

test('tokens of an account with a second factor sign nobody in', async ({ page, anotherBrowser }) => {
  const { email } = await accountWithApp();
  const elsewhere = await anotherBrowser();
  await signInWith(elsewhere, 'GitHub', { ...newPerson(), email });
  await expect(elsewhere).toHaveURL('/auth/second-factor');
  await page.goto('/auth');
  await beginSignIn(page);
  await page.goto(`/auth/callback#${await tokensOf(elsewhere)}`);
  await expect(page.getByText('Sign in yourself.')).toBeVisible();
  expect(await storedValue(page, 'authToken')).toBeNull();
});

test('an answer about another user is a mismatch and leads to the settings after 5 seconds', {
  tag: '@matrix',
}, async ({ page }) => {
  const { user } = await openDashboard(page);
  const answer = await beginSignIn(page, '?redirect_to=settings');
  const { authUrl } = await answer.json();
  await page.goto(authUrl);
  await continueAs(page, newPerson());
  await expect(page.getByRole('alert')).toContainText(
    'This GitHub account is associated with a different user. Please use a GitHub account with the same email as your current account.',
  );
  await expect(page.getByText('Returning to settings in 5s')).toBeVisible();
  await passTime(page, 4999);
  await expect(page).toHaveURL('/auth/callback');
  await passTime(page, 1);
  await expect(heading(page, 'Settings')).toBeVisible();
  expect((await storedUser(page)).id).toBe(user.id);
});

test('when the portal cannot be reached that is said', { tag: '@matrix' }, async ({ page }) => {
  await page.route(`**/api${finishProvider.path}`, (route) => route.abort());
  await page.goto('/auth/callback?code=c&state=s');
  await expect(page.getByRole('alert')).toContainText('Can’t reach the portal.');
  await passTime(page, 3000);
  await expect(page).toHaveURL('/auth');
});
