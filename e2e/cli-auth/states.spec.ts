// Every way in which there is nothing to answer.
import { randomBytes } from 'node:crypto';
import { cliMessages, completeCliAuth, denyCliAuth, getCliRequest } from '@ballast/contract/cli/cli-auth';
import type { Page } from '@playwright/test';
import { type Account, storeSession, verifiedAccount } from '../support/accounts.ts';
import { cliAddress, startCliLogin } from '../support/cli-login.ts';
import { expect, test } from '../support/test.ts';
import { passTime, passTimeUntil } from '../support/time.ts';

let account: Account;
test.beforeAll(async () => {
  account = await verifiedAccount();
});
test.beforeEach(({ page }) => storeSession(page, account));

const state = randomBytes(32).toString('base64url');
const requestPath = `**/api${getCliRequest.path.replace(':state', '*')}`;

const expectOver = async (page: Page, message: string) => {
  await expect(page.getByRole('heading', { level: 1, name: 'CLI Authentication' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(message);
  await expect(page.getByText('Run ballast login again to start over.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Authorize' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deny' })).toHaveCount(0);
};

for (const query of ['', '?state=s', '?redirect=http%3A%2F%2F127.0.0.1', '?state=&redirect=']) {
  const tag = query ? '@matrix' : [];
  test(`/cli/auth${query} misses something`, { tag }, async ({ page }) => {
    await page.goto(`/cli/auth${query}`);
    await expectOver(page, 'Invalid authentication request. Missing required parameters.');
  });
}

for (const redirect of [
  'https://evil.example/callback',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.1:4000@evil.example/',
  'javascript:alert(1)',
  '//127.0.0.1',
]) {
  const tag = redirect.startsWith('https:') ? [] : '@matrix';
  test(`a link that would lead to ${redirect} is not even looked up`, { tag }, async ({ page, baseURL }) => {
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    await page.goto(cliAddress(state, redirect));
    await expectOver(page, cliMessages.foreignRedirect);
    expect(requests.filter((url) => url.pathname.startsWith('/api/cli/'))).toEqual([]);
    expect(requests.filter((url) => url.origin !== baseURL)).toEqual([]);
  });
}

for (const [name, unknown] of [
  ['nobody made', state],
  ['cannot exist', 'short'],
] as const) {
  const tag = unknown === state ? [] : '@matrix';
  test(`a request that ${name} is unknown`, { tag }, async ({ page }) => {
    await page.goto(cliAddress(unknown));
    await expectOver(page, 'This request does not exist.');
  });
}

for (const [name, answer] of [
  ['authorized', completeCliAuth],
  ['denied', denyCliAuth],
] as const) {
  const tag = name === 'authorized' ? [] : '@matrix';
  test(`a request that was ${name} before cannot be answered again`, { tag }, async ({ page }) => {
    const login = await startCliLogin();
    await account.call(answer, { body: { state: login.state } });
    await page.goto(login.address);
    await expectOver(page, 'This request was already approved or denied.');
  });

  test(`a request that is ${name} in another window meanwhile is over in this one`, { tag }, async ({
    page,
  }) => {
    const login = await startCliLogin();
    await page.goto(login.address);
    await expect(page.getByText(login.pairingCode)).toBeVisible();
    await account.call(answer, { body: { state: login.state } });
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expectOver(page, 'This request was already approved or denied.');
  });
}

const expired = {
  status: 410,
  json: { code: 'cli_request_expired', message: cliMessages.expired, fields: {} },
};

test('an expired request says so when it is opened', async ({ page }) => {
  await page.route(requestPath, (route) => route.fulfill(expired));
  await page.goto(cliAddress(state));
  await expectOver(page, 'This request has expired.');
});

test('a request that expires while it is shown says so by itself', { tag: '@matrix' }, async ({ page }) => {
  const login = await startCliLogin();
  await page.goto(login.address);
  await expect(page.getByText(login.pairingCode)).toBeVisible();
  await page.route(requestPath, (route) => route.fulfill(expired));
  await passTime(page, 15_000);
  await expectOver(page, 'This request has expired.');
});

test('a request that has expired by the time of the answer says so', { tag: '@matrix' }, async ({ page }) => {
  const login = await startCliLogin();
  await page.goto(login.address);
  await page.route(`**/api${denyCliAuth.path}`, (route) => route.fulfill(expired));
  await page.getByRole('button', { name: 'Deny' }).click();
  await expectOver(page, 'This request has expired.');
});

test('an authorization that fails says why, and can be tried again', async ({ page }) => {
  const login = await startCliLogin();
  await page.goto(login.address);
  const path = `**/api${completeCliAuth.path}`;
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to complete authentication');
  await page.unroute(path);
  const refusal = { code: 'rate_limited', message: 'Too many attempts. Try again later.', fields: {} };
  await page.route(path, (route) => route.fulfill({ status: 429, json: refusal }));
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again later.');
  await page.unroute(path);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
});

test('a request that cannot be loaded says so and can be tried again', { tag: '@matrix' }, async ({
  page,
}) => {
  const login = await startCliLogin();
  await page.route(requestPath, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(login.address);
  await expect(page.getByText('Loading request...')).toBeVisible();
  await passTimeUntil(page, page.getByRole('alert'));
  await expect(page.getByRole('alert')).toContainText('Failed to load the request');
  await page.unroute(requestPath);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(login.pairingCode)).toBeVisible();
});
