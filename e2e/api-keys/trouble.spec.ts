import type { Page } from '@playwright/test';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import {
  button,
  card,
  cards,
  comeBack,
  createButton,
  enterName,
  failCalls,
  holdCalls,
  openKeys,
  rememberCards,
  toast,
} from '../support/keys.ts';
import { expectNoOverflow } from '../support/layout.ts';
import { openTab } from '../support/open-tab.ts';
import { expect, test } from '../support/test.ts';
import { holdShortTimers, passTime, passTimeUntil } from '../support/time.ts';

const keyList = '**/api/api-keys?*';
const unreachable = 'Can’t reach the portal. Check your connection and try again.';
const create = async (page: Page, name: string) => {
  await createButton(page).click();
  await enterName(page, name);
};

test('slow keys are announced, in the shape that they will have', async ({ page }) => {
  const release = await holdCalls(page, keyList, 'GET');
  await openKeys(page, ['checkout-web']);
  await expect(page.getByRole('status').filter({ hasText: 'Loading API keys...' })).toBeVisible();
  await expect(createButton(page)).toBeEnabled();
  await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'API Keys' }).click();
  release();
  await expect(card(page, 'checkout-web')).toBeVisible();
  await expect(page.getByText('Loading API keys...')).toHaveCount(0);
});

// Asks for the keys of the other environment while the answer is held back. Time passes only when the test says so; the
// tab itself has been drawn before, so that no timer of its own is under way.
const awaitKeys = async (page: Page) => {
  await openTab(page, { tab: 'keys', heading: 'API Keys' });
  await expect(page.getByText('No sandbox keys found')).toBeVisible();
  const release = await holdCalls(page, keyList, 'GET');
  await holdShortTimers(page);
  const request = page.waitForRequest(keyList);
  await page.getByRole('radio', { name: 'Production' }).click();
  await request;
  return release;
};

const loading = (page: Page) => page.getByText('Loading API keys...');
const noKeys = (page: Page) => page.getByText('No production keys found');

test('keys that come within 150 milliseconds show no loading at all', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Loading API keys')) localStorage.setItem('flashed', 'yes');
    }).observe(document, { childList: true, subtree: true });
  });
  const release = await awaitKeys(page);
  // The other environment's keys, which were loaded in real time, may have been slow.
  await page.evaluate(() => localStorage.removeItem('flashed'));
  await passTime(page, 149);
  release();
  await expect(noKeys(page)).toBeVisible();
  await passTime(page, 1000);
  expect(await page.evaluate(() => localStorage.getItem('flashed'))).toBeNull();
});

test('keys that take longer show that they are loading', { tag: '@matrix' }, async ({ page }) => {
  const release = await awaitKeys(page);
  await passTime(page, 150);
  await expect(loading(page)).toBeVisible();
  release();
  await passTimeUntil(page, noKeys(page));
  await expect(loading(page)).toHaveCount(0);
});

test('keys that cannot be loaded can be asked for again', async ({ page }) => {
  await page.route(keyList, (route) => route.fulfill({ status: 422, json: {} }));
  await openKeys(page, ['checkout-web']);
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to load API keys' });
  await expect(banner).toBeVisible();
  await page.unrouteAll();
  await banner.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'checkout-web')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('the server’s own words about the keys are preferred', { tag: '@matrix' }, async ({ page }) => {
  await failCalls(page, keyList, 'GET', { status: 429, message: 'Too many attempts. Try again later.' });
  await openKeys(page);
  await expect(page.getByRole('alert')).toContainText('Too many attempts. Try again later.');
});

test('a list that was loaded stays when loading it again fails', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  await expect(card(page, 'checkout-web')).toBeVisible();
  await failCalls(page, keyList, 'GET', { status: 409, message: 'Not now.' });
  await comeBack(page);
  await expect(page.getByRole('alert')).toContainText('Not now.');
  await expect(card(page, 'checkout-web')).toBeVisible();
});

test('failing to create, rotate, rename and delete is said in a toast and changes nothing', async ({
  page,
}) => {
  await openKeys(page, ['checkout-web']);
  await failCalls(page, '**/api/api-keys', 'POST');
  await create(page, 'another');
  await expect(toast(page, 'Failed to create API key')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('another');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await failCalls(page, '**/api/api-keys/*/rotate', 'POST');
  await button(page, 'Rotate checkout-web').click();
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'Failed to rotate API key')).toBeVisible();
  await expect(button(page, 'Rotate checkout-web')).toBeEnabled();

  await failCalls(page, '**/api/api-keys/*', 'PUT');
  await button(page, 'Rename checkout-web').click();
  await enterName(page, 'other');
  await expect(toast(page, 'Failed to rename API key')).toBeVisible();
  // The dialog is back, with what was typed.
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(/other/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await failCalls(page, '**/api/api-keys/*', 'DELETE');
  await button(page, 'Delete checkout-web').click();
  await button(page, 'Delete Key').click();
  await expect(toast(page, 'Failed to delete API key')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test('a portal that cannot be reached is named as such', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  await page.route('**/api/api-keys/*/rotate', (route) => route.abort());
  await button(page, 'Rotate checkout-web').click();
  await button(page, 'Rotate Key').click();
  await expect(toast(page, `Failed to rotate API key. ${unreachable}`)).toBeVisible();
});

test('a browser that believes to be offline can still use a portal that answers', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await openKeys(page, ['checkout-web']);
  await expect(card(page, 'checkout-web')).toBeVisible();
  await button(page, 'Rotate checkout-web').click();
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'API key rotated')).toBeVisible();
});

test('a refusal that comes after its dialog was closed is not lost', { tag: '@matrix' }, async ({ page }) => {
  await openKeys(page, ['checkout-web']);
  const release = await holdCalls(page, '**/api/api-keys', 'POST');
  await create(page, 'checkout-web');
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await button(page, 'Cancel').click();
  await button(page, 'Delete checkout-web').click();
  release();
  await expect(toast(page, 'An active key with the name "checkout-web" already exists')).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: 'Delete Key' })).toBeVisible();
});

test('a key created while the list is still on its way is on it', { tag: '@matrix' }, async ({ page }) => {
  const release = await holdCalls(page, keyList, 'GET');
  await openKeys(page);
  await create(page, 'early');
  await expect(toast(page, 'API key created')).toBeVisible();
  release();
  await expect(card(page, 'early')).toBeVisible();
});

test('a dialog closed after the empty list came gives the focus back to the button, which has moved', {
  tag: '@matrix',
}, async ({ page }) => {
  const release = await holdCalls(page, keyList, 'GET');
  await openKeys(page);
  await createButton(page).click();
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  release();
  await expect(page.getByText('No sandbox keys found')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(createButton(page)).toBeFocused();
});

test('two hundred keys are listed and can be worked with', { tag: '@matrix' }, async ({ page }) => {
  await rememberCards(page);
  const names = Array.from({ length: 200 }, (_, index) => `service-${index}`);
  await openKeys(page, names);
  await expect(cards(page)).toHaveCount(200);
  await button(page, 'Show service-0 key').click();
  await expect(button(page, 'Hide service-0 key')).toBeVisible();
  await button(page, 'Rotate service-0').click();
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await button(page, 'Delete service-100').click();
  await button(page, 'Delete Key').click();
  await expect(cards(page)).toHaveCount(199);
});

for (const width of [1440, 1024, 390, 320]) {
  test(`names of a hundred characters break nothing at ${width} px`, { tag: '@matrix' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const names = ['W'.repeat(100), 'reconciliation worker '.repeat(5).slice(0, 99).trim()];
    await openKeys(page, names);
    await expect(cards(page)).toHaveCount(2);
    for (const name of names) {
      // Below the window a card may begin; beside it nothing may lie.
      await button(page, `Delete ${name}`).scrollIntoViewIfNeeded();
      await expect(button(page, `Delete ${name}`)).toBeInViewport({ ratio: 1 });
      await button(page, `Show ${name} key`).click();
    }
    await button(page, `Rotate ${names[0]}`).click();
    await expect(button(page, 'Rotate Key')).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page);
  });
}

test('a session that ended while the keys were looked at leads to the sign-in', { tag: '@matrix' }, async ({
  page,
}) => {
  await storeSession(page, await verifiedAccount());
  await page.route(keyList, (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'unauthorized', message: 'Your session has ended.', fields: {} },
    }),
  );
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
});
