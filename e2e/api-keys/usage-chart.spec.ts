// The chart on the page of a key, as somebody who debugs a request uses it.
import { createKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { storeSession, verifiedAccount } from '../support/accounts.ts';
import { keyAddress, openKeyPage, section, sendRequests, untilCounted } from '../support/key-page.ts';
import { button, completeProfile } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';
import { passTime, passTimeUntil } from '../support/time.ts';

const chart = (page: Page) => section(page, 'Requests').getByRole('application');
const named = (page: Page, name: RegExp) => section(page, 'Requests').getByRole('application', { name });

const newKey = async () => {
  const account = await verifiedAccount();
  const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
  return { account, key };
};

const openUsed = async (page: Page, times: number) => {
  const { account, key } = await newKey();
  await sendRequests({ value: key.key, times });
  await untilCounted(account, key, times);
  await openKeyPage(page, account, key);
  await button(page, '1 h').click();
  await expect(named(page, new RegExp(`^${times} requests in the last hour`))).toBeVisible();
  return { account, key };
};

// Where the bars are, without the numbers beside them.
const plotOf = async (page: Page) => {
  const box = await chart(page).locator('.recharts-cartesian-grid').boundingBox();
  if (!box) throw new Error('the chart is not drawn');
  return box;
};

const dragOver = async (page: Page, fromPart: number, toPart: number) => {
  await chart(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = await plotOf(page);
  await page.mouse.move(x + width * fromPart, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * ((fromPart + toPart) / 2), y + height / 2);
  await page.mouse.move(x + width * toPart, y + height / 2);
};

const shownTime = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return (Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')) / 60_000;
};

const countCalls = (page: Page) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/usage?')) calls.push(request.url());
  });
  return calls;
};

test('the last hour is drawn by the minute, and grows within seconds while somebody looks', async ({
  page,
}) => {
  const { account, key } = await openUsed(page, 3);
  await expect(page).toHaveURL(/window=1h/);
  await expect(chart(page)).toHaveAccessibleName(/Busiest minute: \d/);
  await expect(section(page, 'Requests')).toContainText('Updates within a few seconds.');
  await sendRequests({ value: key.key, times: 2 });
  await untilCounted(account, key, 5);
  expect(await passTimeUntil(page, named(page, /^5 requests/))).toBeLessThanOrEqual(5);
  await button(page, '90 d').click();
  await expect(named(page, /^5 requests in the last 90 days/)).toBeVisible();
  await sendRequests({ value: key.key, times: 2 });
  await untilCounted(account, key, 7);
  expect(await passTimeUntil(page, named(page, /^7 requests in the last 90 days/))).toBeLessThanOrEqual(5);

  await page.reload();
  await expect(named(page, /^7 requests in the last 90 days/)).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  const calls = countCalls(page);
  await passTime(page, 120_000);
  expect(calls).toEqual([]);
});

test('a key that was never used shows its first request in place of an empty chart', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { account, key } = await newKey();
  await openKeyPage(page, account, key);
  const requests = section(page, 'Requests');
  await expect(requests.getByRole('status')).toHaveText('Waiting for your first request…');
  await expect(chart(page)).toHaveCount(0);
  await expect(requests).not.toContainText(key.key);
  await requests.getByRole('button', { name: /^Copy/ }).click();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(/^curl /);
  expect(line).toContain(key.key);
  await expectAccessible(page);
  await sendRequests({ value: key.key });
  await untilCounted(account, key, 1);
  await passTimeUntil(page, named(page, /^1 request in the last 24 hours: 1 allowed/));
  await expect(page.getByText('Waiting for your first request…')).toHaveCount(0);
});

test('a production key is read from the environment by its first request', { tag: '@matrix' }, async ({
  page,
}) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  const key = await account.call(createKey, { body: { name: 'payments', environment: 'PRODUCTION' } });
  await openKeyPage(page, account, key);
  await expect(section(page, 'Requests')).toContainText('Bearer $BALLAST_API_KEY');
  await expectAccessible(page);
});

test('dragging over bars zooms in on them, and the address keeps it', async ({ page }) => {
  await openUsed(page, 3);
  await dragOver(page, 0.505, 0.995);
  await expect(chart(page).locator('[data-selected]')).toBeVisible();
  await page.mouse.up();
  await expect(named(page, /^3 requests from \w{3} \d+, \d{4}, .* to .*: 3 allowed/)).toBeVisible();
  expect(shownTime(page)).toBe(30);
  await page.reload();
  await expect(named(page, /^3 requests from/)).toBeVisible();
  await dragOver(page, 0.01, 0.26);
  await page.mouse.up();
  await expect(named(page, /^No requests from/)).toBeVisible();
  expect(shownTime(page)).toBeLessThan(10);
  await expectAccessible(page);
  await button(page, 'Reset zoom').click();
  await expect(named(page, /^3 requests in the last hour/)).toBeVisible();
  await expect(button(page, 'Reset zoom')).toHaveCount(0);
});

test('the keyboard alone selects bars, zooms in and out, and opens the requests of a bar', async ({
  page,
}) => {
  const { key } = await openUsed(page, 3);
  await chart(page).focus();
  for (let bar = 0; bar < 59; bar += 1) await page.keyboard.press('ArrowRight');
  for (let bar = 0; bar < 4; bar += 1) await page.keyboard.press('Shift+ArrowLeft');
  const requests = section(page, 'Requests');
  await expect(requests.getByText(/ selected\. Press Enter to zoom in\.$/)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(requests.getByText(/ selected\./)).toHaveCount(0);
  for (let bar = 0; bar < 4; bar += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(named(page, /^3 requests from/)).toBeVisible();
  expect(shownTime(page)).toBe(5);
  await expect(chart(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(named(page, /^3 requests in the last hour/)).toBeVisible();
  await button(page, 'Show as table').click();
  const link = requests.getByRole('table', { name: 'Requests by outcome' }).getByRole('link').first();
  const address = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect(address.pathname).toBe('/dashboard/requests');
  expect(address.searchParams.get('key')).toBe(key.id);
  const [from, to] = ['from', 'to'].map((name) => Date.parse(address.searchParams.get(name) ?? ''));
  expect((to ?? 0) - (from ?? 0)).toBe(60_000);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dashboard/requests\\?.*key=${key.id}&from=`));
});

test('a bar leads to its requests', async ({ page }) => {
  const { key } = await openUsed(page, 3);
  await chart(page).scrollIntoViewIfNeeded();
  const bar = await chart(page).locator('path.recharts-rectangle').last().boundingBox();
  if (!bar) throw new Error('no bar is drawn');
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await expect(page).toHaveURL(new RegExp(`/dashboard/requests\\?.*key=${key.id}&from=.*&to=`));
});

test('the limit of the key is a line where its bars come near, and is told where they do not', async ({
  page,
}) => {
  await openUsed(page, 200);
  const requests = section(page, 'Requests');
  await expect(chart(page).getByText('3 req/s limit', { exact: true })).toBeVisible();
  await expect(requests).toContainText('The dashed line is the 3 req/s limit (180 requests per minute).');
  await expect(requests).toContainText(
    'Bursts above 3 in a second are rate limited, even when the minute looks low.',
  );
  await button(page, '24 h').click();
  await expect(requests).toContainText(
    '3 req/s is 10,800 per hour. Bursts above 3 in a second are rate limited, even when the hour looks low.',
  );
  await expect(chart(page).getByText('3 req/s limit')).toHaveCount(0);
});

test('a portal that is away is said beside the chart, until it is back', async ({ page }) => {
  await openUsed(page, 2);
  const requests = section(page, 'Requests');
  await page.route('**/usage?*', (route) => route.abort());
  await passTimeUntil(page, requests.getByText('Can’t reach the portal. Trying again…'));
  await expect(chart(page)).toBeVisible();
  await page.unrouteAll();
  await passTimeUntil(page, requests.getByText('Updates within a few seconds.'));
});

test('an address that names no time shows the last day', { tag: '@matrix' }, async ({ page }) => {
  const { account, key } = await newKey();
  await sendRequests({ value: key.key, times: 1 });
  await untilCounted(account, key, 1);
  await storeSession(page, account);
  await page.goto(`${keyAddress(key, 'usage')}&window=8d&from=nonsense&to=2026-01-01`);
  await expect(named(page, /in the last 24 hours/)).toBeVisible();
});

test('the chart fits a phone, also zoomed in', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openUsed(page, 3);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dragOver(page, 0.2, 0.9);
  await page.mouse.up();
  await expect(button(page, 'Reset zoom')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('a tap says what a bar holds, and a second one shows its requests', { tag: '@matrix' }, async ({
    page,
  }) => {
    const { key } = await openUsed(page, 3);
    await chart(page).scrollIntoViewIfNeeded();
    const bar = await chart(page).locator('path.recharts-rectangle').last().boundingBox();
    if (!bar) throw new Error('no bar is drawn');
    const tap = () => page.touchscreen.tap(bar.x + bar.width / 2, bar.y + bar.height / 2);
    await tap();
    await expect(section(page, 'Requests').getByText(/ of 3 req\/s on average$/)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/keys/${key.id}`);
    await tap();
    await expect(page).toHaveURL(new RegExp(`/dashboard/requests\\?.*key=${key.id}`));
  });
});
