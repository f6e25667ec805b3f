// What the keys tab shows of requests that were really made.
import { deleteKey } from '@ballast/contract/keys/api-keys';
import { getUsage, requestsOf } from '@ballast/contract/keys/key-usage';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import type { Account } from '../support/accounts.ts';
import { button, card, cards, comeBack, holdCalls, openKeys } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';
import { expect, test } from '../support/test.ts';

const usageCalls = '**/api/api-keys/usage?*';
const chart = (page: Page, name: string) => card(page, name).getByRole('img');
const summary = (page: Page) => page.getByRole('region', { name: 'Usage of all keys' });

// A gateway asks at once for as many requests: some pass, the others are over the limit.
const useKey = async ({ key }: { key: string }, times: number) => {
  const headers = { authorization: `Bearer ${key}` };
  const answers = await Promise.all(
    Array.from({ length: times }, () => fetch(`${portalUrl}/v1/key-check`, { headers })),
  );
  const allowed = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(times - allowed);
  return { allowed, limited: times - allowed };
};

// Counts are written together, some seconds after the requests.
const untilCounted = (account: Account, requests: number) =>
  expect
    .poll(async () => requestsOf((await account.call(getUsage, { query: { environment: 'SANDBOX' } })).total))
    .toBe(requests);

const openUsed = async (page: Page, names: string[], times: number) => {
  const { account, keys } = await openKeys(page, names);
  const used = keys.at(-1);
  if (!used) throw new Error('no key was made');
  const counts = await useKey(used, times);
  await untilCounted(account, times);
  await comeBack(page);
  return { account, keys, used, ...counts };
};

test('a key shows its requests, how many were too many, and when it was last used', async ({ page }) => {
  await openKeys(page, ['quiet']);
  await expect(card(page, 'quiet')).toContainText('No requests yet');
  await expect(card(page, 'quiet')).toContainText('Last usedN/A');

  const { allowed, limited } = await openUsed(page, ['unused', 'checkout-web'], 12);
  const used = card(page, 'checkout-web');
  await expect(used).toContainText('Requests, 24 h12');
  await expect(used).toContainText(`${limited} blocked`);
  await expect(chart(page, 'checkout-web')).toHaveAccessibleName(
    new RegExp(
      `^12 requests in the last 24 hours: ${allowed} allowed, ${limited} rate limited\\. Busiest hour: 12, \\w{3} \\d+, \\d{4}, \\d+:00 [AP]M\\.$`,
    ),
  );
  await expect(used.getByText('Just now')).toHaveAttribute('title', /^\w{3} \d+, \d{4}, \d+:\d\d [AP]M$/);

  await expect(card(page, 'unused')).toContainText('No requests yet');
  await expect(chart(page, 'unused')).toHaveAccessibleName('No requests in the last 24 hours');
});

test('the tab shows the sum of all keys, and those deleted since', { tag: '@matrix' }, async ({ page }) => {
  const { account, keys, used, allowed, limited } = await openUsed(page, ['other', 'checkout-web'], 9);
  await useKey({ key: keys[0]?.key ?? '' }, 1);
  await untilCounted(account, 10);
  await account.call(deleteKey, { params: { id: used.id } });
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expect(summary(page)).toContainText('All requests, 24 h10');
  await expect(summary(page).getByRole('definition')).toContainText([
    '10',
    String(allowed + 1),
    String(limited),
    '0',
  ]);
  await expect(summary(page).getByRole('img')).toHaveAccessibleName(/^10 requests in the last 24 hours/);
  await expect(card(page, 'other')).toContainText('Requests, 24 h1');
  await expect(chart(page, 'other')).toHaveAccessibleName(
    /^1 request in the last 24 hours: 1 allowed\. Busiest hour: 1,/,
  );
});

test('30 days instead of 24 hours, on all charts and also after another environment', {
  tag: '@matrix',
}, async ({ page }) => {
  await openUsed(page, ['checkout-web'], 5);
  await expect(chart(page, 'checkout-web')).toHaveAccessibleName(/^5 requests in the last 24 hours/);
  await expect(chart(page, 'checkout-web').locator('g')).toHaveCount(24);
  await button(page, '30 d').click();
  await expect(button(page, '30 d')).toHaveAttribute('aria-pressed', 'true');
  await expect(chart(page, 'checkout-web')).toHaveAccessibleName(
    /^5 requests in the last 30 days: .* Busiest day: 5, \w{3} \d+, \d{4} \(UTC\)\.$/,
  );
  await expect(chart(page, 'checkout-web').locator('g')).toHaveCount(30);
  await expect(card(page, 'checkout-web')).toContainText('Requests, 30 d5');
  await expect(summary(page)).toContainText('All requests, 30 d5');
  await page.getByRole('radio', { name: 'Production' }).click();
  await expect(page.getByText('No production keys found')).toBeVisible();
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await expect(card(page, 'checkout-web')).toContainText('Requests, 30 d5');
});

const roomOfSummary = async (page: Page, name: string) => {
  const [above, below] = await Promise.all([summary(page).boundingBox(), card(page, name).boundingBox()]);
  if (!above || !below) throw new Error('the keys are not shown');
  return below.y - above.y;
};

test('slow usage keeps nobody from the keys, and moves none when it comes', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdCalls(page, usageCalls, 'GET');
  await openKeys(page, ['checkout-web']);
  await button(page, 'Show checkout-web key').click();
  await expect(card(page, 'checkout-web')).toContainText(/blst_test_\w{38}/);
  await expect(page.getByRole('img')).toHaveCount(0);
  const room = await roomOfSummary(page, 'checkout-web');
  release();
  await expect(chart(page, 'checkout-web')).toBeVisible();
  await expect(summary(page).getByRole('img')).toBeVisible();
  expect(await roomOfSummary(page, 'checkout-web')).toBe(room);
  await expect(card(page, 'checkout-web')).toContainText('No requests yet');
});

test('usage that cannot be loaded is said once, and can be asked for again', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.route(usageCalls, (route) => route.fulfill({ status: 422, json: {} }));
  await openKeys(page, ['checkout-web']);
  await expect(summary(page)).toContainText('Usage could not be loaded.');
  await expect(card(page, 'checkout-web')).toContainText('Not available');
  await expect(button(page, 'Rotate checkout-web')).toBeEnabled();
  await page.unrouteAll();
  await summary(page).getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'checkout-web')).toContainText('No requests yet');
  await expect(summary(page)).toContainText('All requests, 24 hNo requests yet');
});

test('usage that was loaded stays when loading it again fails', { tag: '@matrix' }, async ({ page }) => {
  await openUsed(page, ['checkout-web'], 4);
  await expect(card(page, 'checkout-web')).toContainText('Requests, 24 h4');
  await page.route(usageCalls, (route) => route.fulfill({ status: 422, json: {} }));
  await comeBack(page);
  await expect(card(page, 'checkout-web')).toContainText('Requests, 24 h4');
  await expect(page.getByText('Usage could not be loaded.')).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`usage is accessible in both themes and fits the window, ${width} px`, { tag: '@matrix' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openUsed(page, ['unused', 'checkout-web'], 12);
    await expect(chart(page, 'checkout-web')).toHaveAccessibleName(/^12 requests/);
    await expectAccessible(page);
    await button(page, '30 d').click();
    await expect(chart(page, 'checkout-web')).toHaveAccessibleName(/30 days/);
    await expectNoSidewaysScroll(page);
  });
}
