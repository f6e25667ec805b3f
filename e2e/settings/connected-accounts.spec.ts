import { disconnectProvider, linkProvider, listConnections } from '@ballast/contract/auth/provider-calls';
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import type { Page } from '@playwright/test';
import { openDashboard } from '../support/accounts.ts';
import { expect, test } from '../support/another-browser.ts';
import { historyOf, storedUser } from '../support/browser.ts';
import { continueAs, newPerson, signInWith } from '../support/provider-page.ts';
import { passTime, passTimeUntil } from '../support/time.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Connected Accounts' });
const row = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string) => card(page).getByRole('button', { name });
const confirmDialog = (page: Page) => page.getByRole('alertdialog');

const openSettings = async (page: Page) => {
  const account = await openDashboard(page);
  await page.goto('/dashboard#settings');
  await expect(button(page, 'Connect GitHub')).toBeVisible();
  return account;
};

const connectGitHub = async (page: Page) => {
  const person = newPerson();
  await button(page, 'Connect GitHub').click();
  await continueAs(page, person);
  await expect(page.getByText('GitHub connected', { exact: true })).toBeVisible();
  await expect(button(page, 'Disconnect GitHub')).toBeVisible();
  return person;
};

test('a profile that was requested before GitHub was connected does not hide the connection', async ({
  page,
}) => {
  const { user } = await openSettings(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/api/users/profile', async (route) => {
    requests += 1;
    const response = await route.fetch();
    const profile = await response.json();
    await held;
    await route.fulfill({ response, json: { ...profile, githubProfile: null } });
  });
  const person = await connectGitHub(page);
  await expect(row(page, 'GitHub')).toContainText(`@${person.username}`);
  expect(requests).toBeGreaterThan(0);
  const answer = page.waitForResponse('**/api/users/profile');
  release();
  await (await answer).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await storedUser(page)).toMatchObject({ id: user.id, githubProfile: person.username });
});

test('GitHub is connected, signs in to the same account, and is disconnected again', async ({
  page,
  anotherBrowser,
}) => {
  const { user } = await openSettings(page);
  const person = await connectGitHub(page);
  await expect(page).toHaveURL('/dashboard');
  await expect(row(page, 'GitHub')).toContainText(`@${person.username}`);
  expect(await storedUser(page)).toMatchObject({ id: user.id, githubProfile: person.username });
  const ours = (await historyOf(page)).filter((address) => !address.includes('/dev/github/'));
  for (const address of ours) expect(address).not.toMatch(/code=|state=/);

  const other = await anotherBrowser();
  await signInWith(other, 'GitHub', person);
  await expect(other).toHaveURL('/dashboard');
  expect((await storedUser(other)).id).toBe(user.id);

  await button(page, 'Disconnect GitHub').click();
  await expect(confirmDialog(page)).toContainText(`@${person.username} no longer signs in to this account.`);
  await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmDialog(page).getByRole('button', { name: 'Disconnect GitHub' }).click();
  await expect(page.getByText('GitHub disconnected')).toBeVisible();
  await expect(button(page, 'Connect GitHub')).toBeVisible();
  await expect(button(page, 'Connect GitHub')).toBeFocused();
  expect((await storedUser(page)).githubProfile).toBeNull();
});

test('Google is connected beside GitHub', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page);
  await connectGitHub(page);
  const person = newPerson();
  await button(page, 'Connect Google').click();
  await continueAs(page, person);
  await expect(row(page, 'Google')).toContainText(person.email);
  await expect(button(page, 'Disconnect Google')).toBeVisible();
  await expect(button(page, 'Disconnect GitHub')).toBeVisible();
});

for (const [provider, other] of [
  ['GitHub', 'Google'],
  ['Google', 'GitHub'],
] as const) {
  const tag = provider === 'GitHub' ? [] : '@matrix';
  test(`whoever signed up with ${provider} keeps it: it is the last way in`, { tag }, async ({ page }) => {
    const person = newPerson();
    await signInWith(page, provider, person);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/dashboard#settings');
    await expect(row(page, provider)).toContainText('Primary Auth');
    await expect(row(page, provider).getByRole('button')).toHaveCount(0);
    await expect(button(page, `Connect ${other}`)).toBeVisible();
  });
}

test('an account that belongs to somebody else is refused and leads to the settings after 5 seconds', {
  tag: '@matrix',
}, async ({ page, anotherBrowser }) => {
  const owner = await anotherBrowser();
  const person = newPerson();
  await signInWith(owner, 'GitHub', person);
  await expect(owner).toHaveURL('/dashboard');

  const { user } = await openSettings(page);
  await button(page, 'Connect GitHub').click();
  await continueAs(page, person);
  await expect(page.getByRole('alert')).toContainText(
    'This GitHub account is associated with a different user. Please use a GitHub account with the same email as your current account.',
  );
  await expect(page.getByText('Returning to settings in 5s')).toBeVisible();
  await passTime(page, 4999);
  await expect(page).toHaveURL('/auth/callback');
  await passTime(page, 1);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect((await storedUser(page)).id).toBe(user.id);
  await expect(button(page, 'Connect GitHub')).toBeVisible();
});

test('cancelling leaves everything as it was', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page);
  await button(page, 'Connect Google').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Authentication was cancelled' })).toBeVisible();
  await expect(page.getByText('Returning to settings in 3s')).toBeVisible();
  await passTime(page, 3000);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(button(page, 'Connect Google')).toBeEnabled();
});

test('whoever has unsaved changes is asked before leaving for GitHub, and can stay', async ({ page }) => {
  await openSettings(page);
  const name = page.getByLabel('Full Name', { exact: true });
  await name.fill('Mara Lindqvist');
  const question = page.waitForEvent('dialog');
  // The click ends when the question is answered.
  const click = button(page, 'Connect GitHub').click();
  const dialog = await question;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await click;
  await expect(button(page, 'Connect GitHub')).toBeEnabled();
  await expect(name).toHaveValue('Mara Lindqvist');

  await page.getByRole('button', { name: 'Discard changes' }).click();
  await connectGitHub(page);
});

test('connecting says so while it lasts and when it fails', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page);
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api${linkProvider.path}`, async (route) => {
    await answer.promise;
    await route.abort();
  });
  await button(page, 'Connect GitHub').click();
  await expect(button(page, 'Connecting...')).toBeDisabled();
  answer.resolve();
  await expect(page.getByRole('alert')).toHaveText('Failed to connect GitHub account');
  await button(page, 'Connect Google').click();
  await expect(page.getByText('Failed to connect Google account')).toBeVisible();
});

test('a disconnect that fails says so, in the words of the server when it refuses', {
  tag: '@matrix',
}, async ({ page }) => {
  await openSettings(page);
  await connectGitHub(page);
  await page.route(`**/api${disconnectProvider.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, 'Disconnect GitHub').click();
  const disconnect = confirmDialog(page).getByRole('button', { name: 'Disconnect GitHub' });
  await disconnect.click();
  await expect(page.getByText('Failed to disconnect GitHub')).toBeVisible();

  await page.unroute(`**/api${disconnectProvider.path}`);
  const refusal = { code: 'conflict', message: providerMessages.lastWayIn, fields: {} };
  await page.route(`**/api${disconnectProvider.path}`, (route) =>
    route.fulfill({ status: 409, json: refusal }),
  );
  await disconnect.click();
  await expect(page.getByText('This is your only way to sign in. Set a password first.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Disconnect GitHub')).toBeFocused();
});

test('a list that cannot be loaded says so and can be tried again', { tag: '@matrix' }, async ({ page }) => {
  await openDashboard(page);
  await page.route(`**/api${listConnections.path}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard#settings');
  await expect(card(page).getByText('Loading connected accounts...')).toBeVisible();
  await passTimeUntil(page, card(page).getByRole('alert'));
  await expect(card(page).getByRole('alert')).toContainText('Failed to load connected accounts');
  await page.unroute(`**/api${listConnections.path}`);
  await card(page).getByRole('button', { name: 'Retry' }).click();
  await expect(button(page, 'Connect GitHub')).toBeVisible();
});
