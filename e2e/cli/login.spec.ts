// People sign in from the installed command line and answer in a real browser.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listDevices } from '@ballast/contract/cli/cli-auth';
import { patientTimers } from '@ballast/harness/process-time';
import type { Page } from '@playwright/test';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import { type Device, expect, loginAddress, type Running, test } from '../support/cli-device.ts';
import { portalPort, portalUrl } from '../support/portals/portal-under-test.ts';

// The terminal waits three seconds for the browser; a slow machine must not be too late for it.
const patience = { NODE_OPTIONS: `--import=${patientTimers}` };
const fileOf = ({ home }: Device) => join(home, 'config/ballast/credentials.json');
const tokenOf = async (device: Device) => JSON.parse(await readFile(fileOf(device), 'utf8')).signIns[0].token;
const pairingCodeOf = (login: Running) => /Pairing code: (\S+)/.exec(login.output())?.[1] ?? 'none';

const answer = async (page: Page, login: Running, button: 'Authorize' | 'Deny') => {
  await page.goto(await loginAddress(login));
  await expect(page.getByText(pairingCodeOf(login))).toBeVisible();
  await page.getByRole('button', { name: button }).click();
};

test('authorized in the browser, the terminal is signed in and says where the token is', async ({
  page,
  device,
}) => {
  const account = await verifiedAccount();
  await storeSession(page, account);
  const login = device.start(['login']);
  await answer(page, login, 'Authorize');
  await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();

  const { stdout, stderr, exitCode } = await login.ended;
  expect(exitCode).toBe(0);
  expect(stdout).toBe(
    `Signed in to Ballast at ${portalUrl} as ${account.email}.\nThe token is in ${fileOf(device)}, readable by you alone.\n`,
  );
  expect(stderr).not.toContain(await tokenOf(device));
  expect((await stat(fileOf(device))).mode & 0o777).toBe(0o600);
  expect((await stat(join(device.home, 'config/ballast'))).mode & 0o777).toBe(0o700);
  expect(await device.json('whoami')).toEqual({
    email: account.email,
    fullName: 'Mara Okafor',
    portal: portalUrl,
    profile: 'default',
    tokenPlace: 'file',
  });
});

test('denied in the browser, the terminal ends at once and the browser sees a plain page', async ({
  page,
  device,
}) => {
  await storeSession(page, await verifiedAccount());
  const login = device.start(['login', '--json'], patience);
  await answer(page, login, 'Deny');
  await expect(page.getByRole('heading', { name: 'Request denied' })).toBeVisible();
  const { stdout, stderr, exitCode } = await login.ended;
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 10 });
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toEqual({
    error: { code: 'denied', message: 'You denied the request in the browser.', exitCode: 10 },
  });
  expect((await device.run(['whoami'])).exitCode).toBe(3);
});

test('a browser that comes later than the portal’s word still finds its page', { tag: '@matrix' }, async ({
  page,
  device,
}) => {
  await storeSession(page, await verifiedAccount());
  const login = device.start(['login'], patience);
  await page.route('**/api/cli/auth/deny', async (route) => {
    const response = await route.fetch();
    await login.says('waits 3000 ms');
    await route.fulfill({ response });
  });
  await answer(page, login, 'Deny');
  await expect(page.getByRole('heading', { name: 'Request denied' })).toBeVisible();
  expect((await login.ended).exitCode).toBe(10);
});

test('a browser on another device denies without reaching the terminal’s own address', {
  tag: '@matrix',
}, async ({ page, device }) => {
  await storeSession(page, await verifiedAccount());
  const login = device.start(['login', '--no-browser'], { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' });
  // From there the loopback address leads nowhere.
  await page.route(
    (url) => url.port !== portalPort,
    (route) => route.abort(),
  );
  await answer(page, login, 'Deny');
  expect((await login.ended).exitCode).toBe(10);
});

test('only the address that this login made can end it', { tag: '@matrix' }, async ({ device }) => {
  const login = device.start(['login']);
  const redirect = new URL(await loginAddress(login)).searchParams.get('redirect') ?? '';
  const { origin } = new URL(redirect);
  expect(new URL(redirect).hostname).toBe('127.0.0.1');
  expect((await fetch(`${origin}/?error=access_denied`)).status).toBe(404);
  expect((await fetch(redirect)).status).toBe(404);
  expect(login.child.exitCode).toBeNull();
  expect((await fetch(`${redirect}?error=access_denied`)).status).toBe(200);
  expect((await login.ended).exitCode).toBe(10);
});

test('the browser that the person chose is opened at the address', { tag: '@matrix' }, async ({
  newDevice,
}) => {
  const device = await newDevice({ BROWSER: 'browser-of-mara' });
  const missing = device.start(['login']);
  await missing.says('Open this URL in a browser');
  missing.child.kill('SIGINT');
  expect((await missing.ended).exitCode).toBe(130);

  const opened = device.start(['login'], { BROWSER: 'true' });
  await opened.says('Opening your browser');
  opened.child.kill('SIGINT');
  const { stderr, exitCode } = await opened.ended;
  expect(exitCode).toBe(130);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('Error: Cancelled.');
});

test('two devices sign in; the one that is revoked in Settings is out, the other goes on', {
  tag: '@matrix',
}, async ({ page, newDevice }) => {
  const account = await verifiedAccount();
  await storeSession(page, account);
  const [first, second] = [await newDevice(), await newDevice()];
  for (const device of [first, second]) {
    const login = device.start(['login']);
    await answer(page, login, 'Authorize');
    expect((await login.ended).exitCode).toBe(0);
  }
  await page.goto('/dashboard#security');
  const devices = page.getByRole('region', { name: 'Authorized Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  // The newest is on top.
  await devices.getByRole('listitem').first().getByRole('button').click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);

  const { stderr, exitCode } = await second.run(['keys', 'list']);
  expect({ stderr, exitCode }).toEqual({
    stderr: "Error: The portal doesn't accept your token: it was revoked. Run ballast login.\n",
    exitCode: 3,
  });
  expect((await first.run(['keys', 'list'])).exitCode).toBe(0);
});

test('signing in again replaces the token of this device', { tag: '@matrix' }, async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const former = await tokenOf(device);
  await device.logIn(account);
  expect(await tokenOf(device)).not.toBe(former);
  expect((await device.run(['whoami'], { BALLAST_TOKEN: former })).exitCode).toBe(3);
  expect(await account.call(listDevices)).toHaveLength(1);
});

test('a token for CI is printed, kept nowhere, and works from the environment', async ({
  device,
  newDevice,
}) => {
  const account = await verifiedAccount();
  const token = (await device.logIn(account, '--print-token')).trim();
  expect(token).toMatch(/^blst_cli_\S+$/);
  expect((await device.run(['whoami'])).exitCode).toBe(3);

  const ci = await newDevice({ BALLAST_TOKEN: token, CI: 'true' });
  expect(await ci.json('whoami')).toMatchObject({ email: account.email, tokenPlace: 'environment' });
  expect(await ci.json('status')).toMatchObject({ reachable: true, email: account.email });
  const { stderr, exitCode } = await ci.run(['logout']);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('BALLAST_TOKEN comes from the environment');
});

test('signing out revokes the token on the portal and forgets it here', async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const token = await tokenOf(device);
  const { stdout, exitCode } = await device.run(['logout']);
  expect({ stdout, exitCode }).toEqual({
    stdout: `Signed out of ${portalUrl}. The token is revoked.\n`,
    exitCode: 0,
  });
  expect(await readFile(fileOf(device), 'utf8')).not.toContain(token);
  expect((await device.run(['whoami'], { BALLAST_TOKEN: token })).exitCode).toBe(3);
  expect(await account.call(listDevices)).toEqual([]);
});

test('a token that cannot be kept is revoked again', { tag: '@matrix' }, async ({ newDevice }) => {
  const account = await verifiedAccount();
  const device = await newDevice({ XDG_CONFIG_HOME: '/dev/null' });
  const login = device.start(['login']);
  const state = new URL(await loginAddress(login)).searchParams.get('state') ?? '';
  const { completeCliAuth } = await import('@ballast/contract/cli/cli-auth');
  await account.call(completeCliAuth, { body: { state } });
  const { stderr, exitCode } = await login.ended;
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    'Error: The token cannot be kept in /dev/null/ballast/credentials.json (ENOTDIR).',
  );
  expect(await account.call(listDevices)).toEqual([]);
});
