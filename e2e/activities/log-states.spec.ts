import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { expect, test } from '../support/test.ts';
import { passTimeUntil } from '../support/time.ts';
import { category, chooseTime, entry, logAddress, made, openLog, rows, showLog } from './log-page.ts';

const noActivity = 'No activity yet. Start by creating an API key or updating your profile.';

test('a log without entries says how to begin', async ({ page }) => {
  await showLog(page, []);
  await openLog(page);
  await expect(page.getByRole('heading', { name: noActivity })).toBeVisible();
  await category(page, 'Faucet').click();
  await expect(page.getByRole('heading', { name: noActivity })).toBeVisible();
});

test('a slow log says that it is loading', { tag: '@matrix' }, async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.route(logAddress, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openLog(page);
  await expect(page.getByText('Loading activities...', { exact: true })).toBeVisible();
  await expectAccessible(page);
  answer.resolve();
  await expect(entry(page, 'Login')).toBeVisible();
  await expect(page.getByText('Loading activities...')).toHaveCount(0);
});

test('a log that cannot be loaded says so and can be asked for again', { tag: '@matrix' }, async ({
  page,
}) => {
  await page.route(logAddress, (route) => route.fulfill({ status: 500, body: '' }));
  await openLog(page);
  await passTimeUntil(page, page.getByRole('alert'));
  await expect(page.getByRole('alert')).toContainText('Failed to load activities');
  await expectAccessible(page);
  await page.unroute(logAddress);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(entry(page, 'Login')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the words of the server are preferred', { tag: '@matrix' }, async ({ page }) => {
  await page.route(logAddress, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Slow down.', fields: {} } }),
  );
  await openLog(page);
  await expect(page.getByRole('alert')).toContainText('Slow down.');
});

test('a log that cannot be refreshed stays, and says that it is not new', { tag: '@matrix' }, async ({
  page,
}) => {
  await openLog(page);
  await expect(entry(page, 'Login')).toBeVisible();
  await page.route(logAddress, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Slow down.', fields: {} } }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert')).toContainText('Slow down.');
  await expect(entry(page, 'Login')).toBeVisible();
  await page.unroute(logAddress);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('long details break nothing', { tag: '@matrix' }, async ({ page }) => {
  await showLog(page, [
    made('key_created', new Date(), 'W'.repeat(100)),
    made('key_updated', new Date(), `${'north wind '.repeat(9)} to ${'W'.repeat(100)}`),
  ]);
  await openLog(page);
  await expect(rows(page)).toHaveCount(3);
  await expectNoSidewaysScroll(page);
});

const entries = [
  made('key_created', new Date(), 'ledger-worker'),
  made('login', new Date(), 'from 203.0.113.24'),
  made('faucet_request_failed', new Date(0), 'The transfer failed'),
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the log is accessible at ${viewport.width} px, filled and filtered to nothing`, {
    tag: '@matrix',
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await showLog(page, entries);
    await openLog(page);
    await expect(rows(page)).toHaveCount(entries.length + 1);
    await expectAccessible(page);
    await chooseTime(page, 'Today');
    await category(page, 'Other').click();
    await expect(
      page.getByRole('heading', { name: 'No activities match your current filters.' }),
    ).toBeVisible();
    await expectAccessible(page);
  });
}
