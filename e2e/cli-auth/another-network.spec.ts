// The terminal is not on the network of the browser: its person types the code that it shows.
import { cliMessages, completeCliAuth, denyCliAuth } from '@ballast/contract/cli/cli-auth';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import { listenOnThisDevice, startCliLogin } from '../support/cli-login.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const elsewhere = { address: '198.51.100.7' };
const startElsewhere = (redirect?: string) => startCliLogin('build-server', redirect, elsewhere);

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Pairing code' });
const button = (page: Page, name: string) => page.getByRole('button', { name });

test.beforeEach(async ({ page }) => storeSession(page, await verifiedAccount()));

test('row 15: Authorize wakes when the code that the terminal shows is typed, and lets it in', async ({
  page,
}) => {
  const login = await startElsewhere();
  const waiting = login.fetchToken();
  await page.goto(login.address);
  await expect(codeField(page)).toHaveAccessibleDescription(
    'We can’t see that this terminal is beside this browser. Type the code it shows. Never type a code that someone sent you.',
  );
  await expect(page.getByRole('main')).toContainText('build-server198.51.100.7');
  await expect(page.getByText(login.pairingCode)).toHaveCount(0);
  await expect(button(page, 'Authorize')).toBeDisabled();
  await expect(button(page, 'Deny')).toBeEnabled();
  await codeField(page).pressSequentially(login.pairingCode.slice(0, -1).toLowerCase());
  await expect(button(page, 'Authorize')).toBeDisabled();
  await codeField(page).pressSequentially(login.pairingCode.slice(-1).toLowerCase());
  await button(page, 'Authorize').click();
  await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
  expect(await waiting).toMatchObject({ status: 'GRANTED' });
});

test('row 15: a wrong code is told at the field, and five end the request', async ({ page }) => {
  const login = await startElsewhere();
  await page.goto(login.address);
  for (const [wrong, left] of [
    ['BBBB-BBB2', '4 tries are'],
    ['BBBB-BBB3', '3 tries are'],
    ['BBBB-BBB4', '2 tries are'],
    ['BBBB-BBB5', '1 try is'],
  ] as const) {
    await codeField(page).fill(wrong);
    await expect(codeField(page)).not.toHaveAttribute('aria-invalid');
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toHaveAccessibleDescription(
      `That code doesn’t match. Enter the code from your terminal. ${left} left.`,
    );
    await expect(codeField(page)).toBeFocused();
  }
  await codeField(page).fill('BBBB-BBBB');
  await button(page, 'Authorize').click();
  await expect(page.getByRole('alert')).toHaveText(cliMessages.tooManyWrongCodes);
  expect(await login.fetchToken()).toEqual({ status: 'DENIED' });
});

test('row 15: Deny opens no address on this device that a stranger’s link names', async ({ page }) => {
  const device = await listenOnThisDevice();
  const login = await startElsewhere(device.redirect);
  await page.goto(login.address);
  await button(page, 'Deny').click();
  await expect(page.getByRole('heading', { name: 'Request Denied' })).toBeVisible();
  await expect(page.getByText('The CLI doesn’t have access')).toBeVisible();
  expect(await login.fetchToken()).toEqual({ status: 'DENIED' });
  expect(device.arrivals).toEqual([]);
  device.close();
});

test('a terminal without a browser of its own gets no redirect on Deny', { tag: '@matrix' }, async ({
  page,
}) => {
  const device = await listenOnThisDevice();
  const login = await startCliLogin('build-server', device.redirect, { loopback: false });
  await page.goto(login.address);
  await expect(page.getByText(login.pairingCode)).toBeVisible();
  await button(page, 'Deny').click();
  await expect(page.getByRole('heading', { name: 'Request Denied' })).toBeVisible();
  expect(await login.fetchToken()).toEqual({ status: 'DENIED' });
  expect(device.arrivals).toEqual([]);
  device.close();
});

test('a browser that changes its network while the screen is open is asked for the code', {
  tag: '@matrix',
}, async ({ page }) => {
  const login = await startCliLogin();
  await page.goto(login.address);
  await expect(page.getByText(login.pairingCode)).toBeVisible();
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.24' });
  await button(page, 'Authorize').click();
  await expect(codeField(page)).toHaveAccessibleDescription(cliMessages.pairingCodeRequired);
  await codeField(page).fill(login.pairingCode);
  await button(page, 'Authorize').click();
  await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
});

for (const { name, viewport, tag } of [
  { name: 'on a desktop', viewport: { width: 1440, height: 900 }, tag: '@matrix' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, tag: [] },
]) {
  test.describe(name, { tag }, () => {
    test.use({ viewport });
    test('the code is asked for accessibly, before and after a wrong one', { tag: '@matrix' }, async ({
      page,
    }) => {
      const login = await startElsewhere();
      await page.goto(login.address);
      await expect(codeField(page)).toBeVisible();
      await expectAccessible(page);
      await codeField(page).fill('BBBB-BBBB');
      await page.keyboard.press('Enter');
      await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  });
}

test('the keyboard alone types the code and denies', { tag: '@matrix' }, async ({ page }) => {
  const login = await startElsewhere();
  const denied = page.waitForResponse(`**/api${denyCliAuth.path}`);
  await page.goto(login.address);
  await codeField(page).focus();
  await page.keyboard.type('BBBB');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Deny')).toBeFocused();
  await page.keyboard.press('Space');
  expect((await denied).status()).toBe(200);
});

test('the code does not go with the answer where it is not asked for', { tag: '@matrix' }, async ({
  page,
}) => {
  const login = await startCliLogin();
  await page.goto(login.address);
  const answered = page.waitForRequest(`**/api${completeCliAuth.path}`);
  await button(page, 'Authorize').click();
  expect((await answered).postDataJSON()).toEqual({ state: login.state });
});
