// Filters, searches, groups and older pages of the requests.
import { listRequests } from '@ballast/contract/requests/requests';
import { expectAccessible } from '../support/accessibility.ts';
import { verifiedAccount } from '../support/accounts.ts';
import { sendRequests } from '../support/key-page.ts';
import { button, createKeys, failCalls, holdCalls } from '../support/keys.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { openTab } from '../support/open-tab.ts';
import { flood, office, openRequests, panel, rows, untilWritten, usedKey } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import { passTimeUntil } from '../support/time.ts';

const calls = '**/api/requests?*';

test('filters are a part of the address, and a link opens with them', async ({ page }) => {
  const { account, key } = await usedKey();
  await openRequests(page, account);
  await expect(rows(page)).toHaveText([
    /^Time/,
    /RejectedKey revoked.*Not reported by the gatewaycheckout-web203\.0\.113\.9checkout\/1\.4gw-old-key$/,
    /RejectedAddress not allowed.*GET \/v1\/balance.*198\.51\.100\.7curl\/8\.5gw-elsewhere$/,
    /RejectedScope missing.*POST \/v1\/payments.*gw-lacks-scope$/,
    /Allowed.*GET \/v1\/payments\/pay_8241/,
  ]);
  await button(page, 'Blocked').click();
  await expect(rows(page)).toHaveCount(4);
  await button(page, 'Allowed').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\?outcome=allowed$/);
  await button(page, 'All').click();
  await button(page, 'Filters').click();
  await page.getByRole('textbox', { name: 'Path begins with' }).fill('/v1/balance');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Address' }).fill('203.0.113.9');
  await expect(page.getByRole('heading', { name: 'No requests match your filters' })).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/path=%2Fv1%2Fbalance&address=203\.0\.113\.9/);
  await page.reload();
  await expect(button(page, 'Filters (2)')).toBeVisible();
  await page.getByRole('textbox', { name: 'Path begins with' }).fill('');
  await expect(rows(page)).toHaveCount(4);
  await button(page, 'Clear Filters').click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/\/dashboard\/requests$/);

  await page.goto(`/dashboard/requests?key=${key.id}&reason=scope_missing&time=1h`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Reason' })).toHaveText('Scope missing');
  await expect(page.getByRole('combobox', { name: 'Key' })).toHaveText('checkout-web');
  await expect(page.getByRole('combobox', { name: 'Time' })).toHaveText('Last hour');
});

test('an id finds its request in either environment, and nobody else’s', async ({ page }) => {
  const { account } = await usedKey();
  await openRequests(page, account);
  const search = page.getByRole('searchbox', { name: 'Search by request ID' });
  await search.fill('gw-lacks-scope');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('Scope missing');
  await page.getByRole('radio', { name: 'Production' }).click();
  await expect(rows(page)).toHaveCount(2);
  await search.fill('gw-nobody');
  await expect(page.getByRole('heading', { name: 'No request has this ID' })).toBeVisible();

  const [row] = await account.call(listRequests, { query: { requestId: 'gw-lacks-scope' } });
  await openRequests(page, await verifiedAccount(), '?id=gw-lacks-scope');
  await expect(page.getByRole('heading', { name: 'No request has this ID' })).toBeVisible();
  await openRequests(page, await verifiedAccount(), `?request=${row?.id}`);
  await expect(panel(page)).toContainText('This request doesn’t exist');
});

test('what repeats is one group, which opens to its rows and to the list', async ({ page }) => {
  const { account, key } = await usedKey();
  const { limited } = await flood(key, 40);
  await untilWritten(account, 44);
  await openRequests(page, account);
  await button(page, 'Groups').click();
  await expect(page).toHaveURL(/\?view=groups$/);
  const groups = page.getByRole('list', { name: 'Groups of requests' }).getByRole('listitem');
  await expect(groups).toHaveCount(5);
  const group = groups.filter({ hasText: 'Over the rate limit' });
  await expect(group).toContainText(
    new RegExp(`Over the rate limit.*${limited} times.*checkout/1\\.4.*203\\.0\\.113\\.9.*\\d:\\d\\d:\\d\\d`),
  );
  await group.getByRole('button').click();
  await expect(group.getByRole('row').nth(1)).toContainText('Rate limited');
  await expectAccessible(page);
  await group.getByRole('row').nth(1).getByRole('link').click();
  await expect(panel(page)).toContainText('Over the rate limit');
  await page.keyboard.press('Escape');
  await button(page, 'Show All in the List').click();
  await expect(rows(page).nth(1)).toContainText('Rate limited');
  await expect(page).toHaveURL(/outcome=limited.*agent=checkout/);
  await expect(rows(page).filter({ hasText: 'Represents' })).not.toHaveCount(0);
});

test('filters that the panel of a request sets are shown, also after somebody hid them', async ({ page }) => {
  const { account } = await usedKey();
  await openRequests(page, account);
  await rows(page).filter({ hasText: 'gw-elsewhere' }).getByRole('link').click();
  await panel(page).getByRole('button', { name: 'Show all requests from this address' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('198.51.100.7');
  await expect(rows(page)).toHaveCount(2);
  await button(page, 'Filters (1)').click();
  await expect(address).toBeHidden();
  await rows(page).nth(1).getByRole('link').click();
  await panel(page).getByRole('button', { name: 'Show all requests from this agent' }).click();
  await expect(page.getByText('Agent curl/8.5')).toBeVisible();
});

test('the name of a long agent is cut short in a group, and whole in its title', async ({ page }) => {
  const { account, key } = await usedKey();
  const agent = `Mozilla/5.0 ${'(Macintosh) '.repeat(12)}Safari/605`;
  await sendRequests({ value: key.key, headers: { ...office, 'user-agent': agent }, scope: 'payments:read' });
  await untilWritten(account, 5);
  await page.setViewportSize({ width: 390, height: 844 });
  await openRequests(page, account, '?view=groups');
  const name = page.getByTitle(agent);
  await expect(name).toBeVisible();
  expect((await name.boundingBox())?.width).toBeLessThanOrEqual(256);
  await expectNoSidewaysScroll(page);
});

test('older requests come page by page', async ({ page }) => {
  const account = await verifiedAccount();
  const keys = await createKeys(account, ['a', 'b', 'c', 'd', 'e', 'f'], 'SANDBOX');
  for (const key of keys) await flood(key, 30);
  await untilWritten(account, 180);
  const { length } = await account.call(listRequests, { query: { limit: 200 } });
  expect(length).toBeGreaterThan(100);
  await openRequests(page, account);
  await expect(rows(page)).toHaveCount(101);
  await page.mouse.wheel(0, 100_000);
  await expect(rows(page)).toHaveCount(length + 1);
});

test('loading, and a failure that another try mends', async ({ page }) => {
  const { account } = await usedKey();
  const release = await holdCalls(page, calls, 'GET');
  await openRequests(page, account);
  await expect(page.getByText('Loading requests...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(rows(page)).toHaveCount(5);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await failCalls(page, calls, 'GET');
  await page.reload();
  await passTimeUntil(page, button(page, 'Retry'));
  await expect(page.getByRole('alert')).toContainText('Failed to load requests');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await button(page, 'Retry').click();
  await expect(rows(page)).toHaveCount(5);
});

test('without a key the page leads to the keys', async ({ page }) => {
  await openRequests(page, await verifiedAccount());
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show All Keys' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
});

test('keys and activity lead to the requests, and the keys stay the current tab', async ({ page }) => {
  const { account } = await usedKey();
  await openTab(page, { tab: 'keys', heading: 'API Keys' }, account);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(
    page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'API Keys' }),
  ).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Requests' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  await page.getByRole('radio', { name: 'Production' }).click();
  await expect(page.getByText('Every request with your production keys')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/requests$/);
});

test('requests fit every width', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { account } = await usedKey();
  await openRequests(page, account, '?outcome=blocked&path=/v1');
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Groups').click();
  await expect(page.getByRole('list', { name: 'Groups of requests' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
