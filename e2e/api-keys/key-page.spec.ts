// A key opens above the list, at an address of its own.
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import {
  keyAddress,
  keyTitle,
  openKeyPage,
  section,
  sendRequests,
  untilCounted,
} from '../support/key-page.ts';
import {
  button,
  card,
  cards,
  completeProfile,
  failCalls,
  holdCalls,
  openKeys,
  rememberCards,
  toast,
} from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';

const listTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'API Keys' });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const nameLink = (page: Page, name: string) => card(page, name).getByRole('link', { name, exact: true });

test('a key’s name opens its page, and the back button returns to the list in its place', async ({
  page,
}) => {
  await rememberCards(page);
  const names = Array.from({ length: 12 }, (_, index) => `service-${index}`);
  const { keys } = await openKeys(page, names);
  await expect(cards(page)).toHaveCount(12);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('service');
  await expect(cards(page)).toHaveCount(12);
  await nameLink(page, 'service-2').scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(0);
  await nameLink(page, 'service-2').click();
  await expect(keyTitle(page, 'service-2')).toBeFocused();
  await expect(page).toHaveURL(keyAddress({ id: keys[2]?.id ?? '' }));
  await expect(page).toHaveTitle(/^service-2 · /);
  await expect(listTitle(page)).toBeHidden();

  await page.goBack();
  await expect(nameLink(page, 'service-2')).toBeFocused();
  await expect(page).toHaveTitle(/^API Keys · /);
  await expect(page.getByRole('searchbox')).toHaveValue('service');
  await expect.poll(() => scrolled(page)).toBe(place);

  await page.goForward();
  await expect(keyTitle(page, 'service-2')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'API Keys', exact: true }).click();
  await expect(nameLink(page, 'service-2')).toBeFocused();
  await expect.poll(() => scrolled(page)).toBe(place);
});

test('the page shows, renames, rotates and deletes its key, and tells its history', async ({ page }) => {
  const { account, keys } = await openKeys(page, ['other', 'checkout-web']);
  await openKeyPage(page, account, keys[1] ?? (await Promise.reject(new Error('no key'))));
  await button(page, 'Show checkout-web key').click();
  await expect(page.getByText(keys[1]?.key ?? '', { exact: true })).toBeVisible();

  await button(page, 'Rename checkout-web').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('checkout-api');
  await button(page, 'Rename Key').click();
  await expect(keyTitle(page, 'checkout-api')).toBeVisible();
  await button(page, 'Rotate checkout-api').click();
  await button(page, 'Rotate Key').click();
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(button(page, 'Rotate checkout-api')).toBeFocused();
  await expect(button(page, 'Show checkout-api key')).toBeVisible();

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(section(page, 'History').getByRole('row')).toHaveText([
    /^Activity/,
    /^Key Rotated/,
    /^Key Updated.*checkout-web is now checkout-api/,
    /^Key Created/,
  ]);
  await expect(page).toHaveURL(/section=history$/);
  await page.reload();
  await expect(section(page, 'History').getByRole('row')).toHaveCount(4);

  await button(page, 'Delete checkout-api').click();
  await button(page, 'Delete Key').click();
  await expect(toast(page, 'Deleted "checkout-api".')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(cards(page)).toHaveCount(1);
});

test('an unknown key and somebody else’s say so and lead to the list', { tag: '@matrix' }, async ({
  page,
}) => {
  const stranger = await verifiedAccount();
  const foreign = await stranger.call(createKey, { body: { name: 'theirs', environment: 'SANDBOX' } });
  await openKeys(page, ['mine']);
  for (const id of [foreign.id, 'nonsense']) {
    await page.goto(keyAddress({ id }));
    await expect(page.getByRole('heading', { name: 'This key doesn’t exist' })).toBeVisible();
    await expect(page.getByText('theirs')).toHaveCount(0);
    await page.getByRole('link', { name: 'Show All Keys' }).click();
    await expect(card(page, 'mine')).toBeVisible();
  }
});

test('requests are drawn by outcome, for the eye, the keyboard and the reader of a table', async ({
  page,
}) => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  const statuses = await sendRequests({ value: key.key, times: 8 });
  const allowed = statuses.filter((status) => status === 200).length;
  await account.call(rotateKey, { params: { id: key.id } });
  await sendRequests({ value: key.key, times: 2 });
  await untilCounted(account, key, 10);
  await openKeyPage(page, account, key);

  const requests = section(page, 'Requests');
  const chart = requests.getByRole('application');
  await expect(chart).toHaveAccessibleName(
    new RegExp(`^10 requests in the last 24 hours: ${allowed} allowed, (.* rate limited, )?2 rejected\\.`),
  );
  const counts = [String(allowed), String(8 - allowed), '2'];
  await expect(requests.getByRole('definition')).toHaveText(['10', ...counts]);
  const coloursOf = (selector: string, property: string) =>
    requests
      .locator(selector)
      .evaluateAll((all, name) => all.map((one) => getComputedStyle(one).getPropertyValue(name)), property);
  const legend = await coloursOf('dt > svg > rect', 'fill');
  expect(new Set(legend).size).toBe(3);
  // Bars have the colours of the legend, each in a texture of its own.
  expect(await coloursOf('pattern > rect', 'fill')).toEqual(legend);
  await expect
    .poll(async () => [...new Set(await coloursOf('path.recharts-rectangle', 'fill'))])
    .toEqual(['allowed', 'limited', 'refused'].map((kind) => `url("#outcome-${kind}")`));

  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  for (let hour = 0; hour < 23; hour += 1) await page.keyboard.press('ArrowRight');
  await expect(requests.getByRole('status').getByRole('definition')).toHaveText(counts);

  await requests.getByRole('button', { name: 'Show as table' }).click();
  const rows = requests.getByRole('table', { name: 'Requests by outcome' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last().getByRole('cell')).toHaveText([/\d{4}, \d+:00 [AP]M$/, ...counts]);
  await requests.getByRole('button', { name: '30 d' }).click();
  await expect(chart).toHaveAccessibleName(/^10 requests in the last 30 days/);
  await expect(rows.last().getByRole('cell').first()).toHaveText(/\(UTC\)$/);
  await expectAccessible(page);
});

test('a production key brings its environment along, and its value after a proof', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  const key = await account.call(createKey, { body: { name: 'payments-api', environment: 'PRODUCTION' } });
  await storeSession(page, account);
  await page.goto(keyAddress(key, 'code'));
  await expect(keyTitle(page, 'payments-api')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Production' })).toBeChecked();
  await expect(page).toHaveTitle('payments-api · Production');
  await expect(page.getByText('/v1/key-check')).toBeVisible();
  await expect(button(page, 'Insert my key')).toHaveCount(0);
  await button(page, 'Show payments-api key').click();
  await expect(page.getByText(/blst_live_\w{38}/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await expect(page.getByText('No sandbox keys found')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/keys');
});

test('a slow and a failing page of a key', { tag: '@matrix' }, async ({ page }) => {
  const { keys } = await openKeys(page, ['checkout-web']);
  const address = keyAddress({ id: keys[0]?.id ?? '' });
  const release = await holdCalls(page, '**/api/api-keys?id=*', 'GET');
  await page.goto(address);
  await expect(page.getByText('Loading API key...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(keyTitle(page, 'checkout-web')).toBeVisible();
  await page.unrouteAll();
  await failCalls(page, '**/api/api-keys?id=*', 'GET', { status: 409, message: 'Not now.' });
  await failCalls(page, '**/api/activities?*', 'GET', { status: 409, message: 'No history now.' });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Not now.');
  await expectAccessible(page);
  await page.unroute('**/api/api-keys?id=*');
  await button(page, 'Retry').click();
  await expect(keyTitle(page, 'checkout-web')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('alert')).toContainText('No history now.');
  await page.unrouteAll();
  await button(page, 'Retry').click();
  await expect(section(page, 'History').getByRole('row')).toHaveCount(2);
});

test('the page of a key with a long name fits every width', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, { body: { name: 'n'.repeat(100), environment: 'SANDBOX' } });
  await sendRequests({ value: key.key });
  await untilCounted(account, key, 1);
  await openKeyPage(page, account, key);
  await expect(section(page, 'Requests').getByRole('application')).toBeVisible();
  for (const tab of ['Usage', 'Requests', 'Restrictions', 'Code', 'History']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNoSidewaysScroll(page);
  }
});
