import { completeCliAuth, denyCliAuth } from '@ballast/contract/cli/cli-auth';
import { getProfile } from '@ballast/contract/profile';
import { mailsTo, openDashboard, storeSession, verifiedAccount } from '../support/accounts.ts';
import { authorizedDevice, listenOnThisDevice, startCliLogin } from '../support/cli-login.ts';
import { expect, test } from '../support/test.ts';

test('a person compares the pairing code, authorizes, and the terminal has its token', async ({ page }) => {
  const account = await verifiedAccount();
  await storeSession(page, account);
  const login = await startCliLogin('mara-laptop');
  const waiting = login.fetchToken();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api${completeCliAuth.path}`, async (route) => {
    await held;
    await route.continue();
  });

  await page.goto(login.address);
  await expect(page).toHaveTitle('CLI Authentication · Ballast');
  await expect(page.getByRole('heading', { level: 1, name: 'CLI Authentication' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('The Ballast CLI is asking to use your account.');
  await expect(main).toContainText(`Authenticating as${account.email}`);
  await expect(main.getByRole('definition').first()).toHaveText(login.pairingCode);
  await expect(main.getByRole('definition').last()).toHaveText('mara-laptop127.0.0.1');
  await expect(main.getByRole('listitem')).toHaveText([
    'Access account information',
    'Manage API keys and settings',
    'Request tokens from the sandbox coin faucet',
  ]);
  await expect(main).toContainText(
    'This request came from the Ballast CLI. If you didn’t start it, select Deny.',
  );

  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('button', { name: 'Authorizing...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Deny' })).toBeDisabled();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication Successful!' })).toBeVisible();
  await expect(main).toContainText('You can now return to your terminal.');
  await expect(main.getByRole('button')).toHaveCount(0);

  expect(await waiting).toMatchObject({ status: 'GRANTED', user: { email: account.email } });
  await expect
    .poll(async () => (await mailsTo(account.email)).map(({ subject }) => subject))
    .toContain('A device was authorized on your Ballast account');
});

test('a terminal that asks for less is shown with exactly that, and for how long', async ({ page }) => {
  await storeSession(page, await verifiedAccount());
  const login = await startCliLogin('build-server', undefined, {
    scopes: ['faucet', 'read'],
    expiresInDays: 30,
  });
  await page.goto(login.address);
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toHaveText([
    'Read your account, your API keys without their values, usage and activity',
    'Request tokens from the sandbox coin faucet',
  ]);
  await expect(main).toContainText('This ends after 30 days.');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication Successful!' })).toBeVisible();
  expect(await login.fetchToken()).toMatchObject({ status: 'GRANTED', scopes: ['read', 'faucet'] });
});

test('a denial reaches the terminal through the browser and through the portal', async ({ page }) => {
  await storeSession(page, await verifiedAccount());
  const device = await listenOnThisDevice();
  const login = await startCliLogin('mara-laptop', device.redirect);
  const waiting = login.fetchToken();
  await page.goto(login.address);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText('Denied in the terminal')).toBeVisible();
  expect(device.arrivals.map((query) => Object.fromEntries(query))).toEqual([
    { error: 'access_denied', state: login.state },
  ]);
  expect(await waiting).toEqual({ status: 'DENIED' });
  device.close();
});

test('a denial counts also where nobody listens, as over SSH', { tag: '@matrix' }, async ({ page }) => {
  await storeSession(page, await verifiedAccount());
  const login = await startCliLogin();
  const waiting = login.fetchToken();
  await page.goto(login.address);
  await page.getByRole('button', { name: 'Deny' }).click();
  expect(await waiting).toEqual({ status: 'DENIED' });
  await expect(page).not.toHaveURL(/\/cli\/auth/);
});

test('while a denial is on its way nothing else can be chosen', { tag: '@matrix' }, async ({ page }) => {
  await storeSession(page, await verifiedAccount());
  const { address } = await startCliLogin();
  await page.route(`**/api${denyCliAuth.path}`, () => {});
  await page.goto(address);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('button', { name: 'Denying...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeDisabled();
});

test('two devices are logged in, one is revoked in Settings, the other goes on', { tag: '@matrix' }, async ({
  page,
}) => {
  const account = await openDashboard(page);
  const laptop = await authorizedDevice(account, 'mara-laptop');
  const server = await authorizedDevice(account, 'build-server');
  await page.goto('/dashboard#security');
  const card = page.getByRole('region', { name: 'Authorized Devices' });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await card.getByRole('button', { name: 'Revoke mara-laptop' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(laptop.call(getProfile)).rejects.toMatchObject({ status: 401 });
  expect((await server.call(getProfile)).email).toBe(account.email);
});

test('the log says what happened, in words', { tag: '@matrix' }, async ({ page }) => {
  const account = await openDashboard(page);
  await authorizedDevice(account, 'mara-laptop');
  await page.getByRole('link', { name: 'Activity' }).click();
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'CLI Token Created' })).toContainText('mara-laptop from 127.0.0.1');
  await expect(rows.filter({ hasText: 'CLI Login' })).toContainText('mara-laptop');
});
