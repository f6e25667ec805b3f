// Axe finds nothing on the authorisation screen in any of its states, dark and light, on a desktop and on a phone.
import { completeCliAuth, denyCliAuth, getCliRequest } from '@ballast/contract/cli/cli-auth';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import {
  logInAs,
  sharedAccount,
  signUpUnverified,
  storeSession,
  verifiedAccount,
} from '../support/accounts.ts';
import { cliAddress, startCliLogin } from '../support/cli-login.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const widths = [
  { name: 'on a desktop', viewport: { width: 1440, height: 900 }, tag: '@matrix' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, tag: [] },
];

for (const { name, viewport, tag } of widths) {
  test.describe(name, { tag }, () => {
    test.use({ viewport });
    test('the request is accessible while it loads, is shown, is answered and has succeeded', async ({
      page,
    }) => {
      await storeSession(page, await verifiedAccount());
      const login = await startCliLogin();
      const requestPath = `**/api${getCliRequest.path.replace(':state', '*')}`;
      await page.route(requestPath, () => {});
      await page.goto(login.address);
      await expect(page.getByText('Loading request...')).toBeVisible();
      await expectAccessible(page);
      await page.unroute(requestPath);

      await page.reload();
      await expect(page.getByText(login.pairingCode)).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page);

      const completePath = `**/api${completeCliAuth.path}`;
      await page.route(completePath, (route) => route.abort());
      await page.getByRole('button', { name: 'Authorize' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      await page.unroute(completePath);

      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(completePath, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Authorize' }).click();
      await expect(page.getByRole('button', { name: 'Authorizing...' })).toBeVisible();
      await expectAccessible(page);
      answer();
      await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page);
    });

    test('what cannot be answered is accessible', { tag: '@matrix' }, async ({ page }) => {
      await storeSession(page, await verifiedAccount());
      await page.goto('/cli/auth');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      await page.goto(cliAddress('unknown'));
      await expect(page.getByRole('alert')).toHaveText('This request does not exist.');
      await expectAccessible(page);
      await storeSession(page, await logInAs(await signUpUnverified()));
      await page.goto(cliAddress('unknown'));
      await expect(page.getByRole('button', { name: 'Verify Email' })).toBeVisible();
      await expectAccessible(page);
    });

    test('a denied request is accessible where the browser stays', { tag: '@matrix' }, async ({ page }) => {
      await storeSession(page, await verifiedAccount());
      const login = await startCliLogin();
      // An answer without content leaves the page where it is.
      await page.route('http://127.0.0.1:9/**', (route) => route.fulfill({ status: 204 }));
      await page.goto(login.address);
      await page.getByRole('button', { name: 'Deny' }).click();
      await expect(page.getByRole('heading', { name: 'Request Denied' })).toBeVisible();
      await expectAccessible(page);
    });

    for (const [what, deviceName] of [
      ['one long word', 'W'.repeat(64)],
      ['many words', 'the build server in the cellar beside the old coffee machine ok'],
      ['another direction of writing', 'محطة البناء في الطابق السفلي بجوار الباب الأيسر'],
    ] as const) {
      const tag = what === 'one long word' ? [] : '@matrix';
      test(`a device name of ${what} stays inside the screen`, { tag }, async ({ page }) => {
        await storeSession(page, await sharedAccount());
        const login = await startCliLogin(deviceName);
        await page.goto(login.address);
        await expect(page.getByText(deviceName)).toBeVisible();
        await expectNoOverflow(page);
        await expect(page.getByRole('button', { name: 'Authorize' })).toBeInViewport();
      });
    }
  });
}

const tabTo = async (page: Page, name: string) => {
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press('Tab');
    const focused = page.getByRole('button', { name });
    if (await focused.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(page.getByRole('button', { name })).toBeFocused();
};

test('the keyboard alone authorizes', async ({ page }) => {
  await storeSession(page, await verifiedAccount());
  const login = await startCliLogin();
  await page.goto(login.address);
  await expect(page.getByText(login.pairingCode)).toBeVisible();
  await tabTo(page, 'Deny');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Authentication Successful!' })).toBeVisible();
});

test('the keyboard alone denies', { tag: '@matrix' }, async ({ page }) => {
  await storeSession(page, await verifiedAccount());
  const login = await startCliLogin();
  const denied = page.waitForResponse(`**/api${denyCliAuth.path}`);
  await page.goto(login.address);
  await expect(page.getByText(login.pairingCode)).toBeVisible();
  await tabTo(page, 'Deny');
  await page.keyboard.press('Space');
  expect((await denied).status()).toBe(200);
});
