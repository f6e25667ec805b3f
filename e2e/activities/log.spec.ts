import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { sharedAccount, verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import {
  category,
  chooseTime,
  entry,
  logAddress,
  made,
  openLog,
  rows,
  showLog,
  table,
  time,
} from './log-page.ts';

const noMatch = 'No activities match your current filters.';

// A Sunday morning in New York, where it is still Saturday for some entries that Europe calls Sunday.
const now = new Date('2026-11-15T14:43:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const hours = 60;
const days = 24 * hours;

const sample = [
  made('key_rotated', ago(2), 'ledger-worker'),
  made('faucet_request_success', ago(31), '10 tokens sent to 0x71c…9e04'),
  made('cli_login', ago(35), 'from ::ffff:203.0.113.24'),
  made('faucet_rate_limited', ago(9 * hours), 'Next request available in 9 hours'),
  made('profile_updated', ago(15 * hours), 'Company size, use case'),
  made('oauth_login', ago(3 * days), 'Login on user 42 from 203.0.113.24'),
  made('something_new', ago(7 * days), 'Terms accepted'),
  made('logout', ago(9 * days), 'from 198.51.100.7'),
  made('account_created', ago(44 * days), 'mara@northwind.dev'),
];

test('what was done is in the log, newest first', async ({ page }) => {
  const account = await verifiedAccount();
  const { call } = account;
  const { id } = await call(createKey, { body: { name: 'ledger-worker', environment: 'SANDBOX' } });
  await call(rotateKey, { params: { id } });
  await openLog(page, account);
  await expect(page).toHaveTitle('Activity · Ballast');
  for (const name of ['Activity', 'Details', 'Time', 'Date']) {
    await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).nth(1)).toContainText('Key Rotated');
  await expect(rows(page).nth(2)).toContainText('Key Created');
  await expect(rows(page).nth(2).getByRole('cell', { name: 'ledger-worker' })).toBeVisible();
  await expect(entry(page, 'Login')).toContainText('from 127.0.0.1');
  await expect(entry(page, 'Account Created')).toBeVisible();
  await expect(page.getByText('5 activities', { exact: true })).toBeVisible();
});

test('each environment has its own log, and what belongs to none is in both', async ({ page }) => {
  const account = await verifiedAccount();
  await account.call(createKey, { body: { name: 'only-sandbox', environment: 'SANDBOX' } });
  const request = page.waitForRequest(logAddress);
  await openLog(page, account, 'production');
  const query = new URL((await request).url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ limit: '100', environment: 'PRODUCTION' });
  await expect(page).toHaveTitle('Activity · Production');
  await expect(entry(page, 'Login')).toBeVisible();
  await expect(entry(page, 'only-sandbox')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Sandbox' }).check();
  await expect(entry(page, 'only-sandbox')).toBeVisible();
});

test('what happened meanwhile appears when the tab is opened again or the window gets the focus', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await openLog(page, await verifiedAccount());
  const { call } = account;
  await expect(entry(page, 'Login')).toBeVisible();
  await call(createKey, { body: { name: 'first', environment: 'SANDBOX' } });
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(entry(page, 'first')).toBeVisible();

  await call(createKey, { body: { name: 'second', environment: 'SANDBOX' } });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(entry(page, 'second')).toBeVisible();
});

test.describe('a log of several weeks, read in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: now });
    await page.clock.setFixedTime(now);
    await showLog(page, sample);
    const account = await sharedAccount();
    const session = { ...account.session, expires_at: now.getTime() / 1000 + 3600 };
    await openLog(page, { ...account, session });
    await expect(rows(page)).toHaveCount(sample.length + 1);
  });

  test('date, time and how long ago are told in the words of the reader', { tag: '@matrix' }, async ({
    page,
  }) => {
    const cells = (title: string) => entry(page, title).getByRole('cell');
    await expect(cells('Key Rotated').nth(2)).toHaveText('9:41 AM');
    await expect(cells('Key Rotated').nth(3)).toHaveAccessibleName('Nov 15, 2026 2 minutes ago');
    await expect(cells('CLI Login').nth(3)).toHaveAccessibleName('Nov 15, 2026 35 minutes ago');
    await expect(cells('Profile Updated').nth(2)).toHaveText('6:43 PM');
    await expect(cells('Profile Updated').nth(3)).toHaveAccessibleName('Nov 14, 2026 15 hours ago');
    await expect(cells('OAuth Login').nth(3)).toHaveAccessibleName('Nov 12, 2026 3 days ago');
    await expect(cells('Account Created').nth(3)).toHaveAccessibleName('Oct 2, 2026 1 month ago');

    await page.clock.setFixedTime(ago(-3));
    await page.clock.runFor(60_000);
    await expect(cells('Key Rotated').nth(3)).toHaveAccessibleName('Nov 15, 2026 5 minutes ago');
  });

  test('titles and descriptions are made readable', { tag: '@matrix' }, async ({ page }) => {
    await expect(entry(page, 'CLI Login').getByRole('cell').nth(1)).toHaveText('from 203.0.113.24');
    await expect(entry(page, 'OAuth Login').getByRole('cell').nth(1)).toHaveText('from 203.0.113.24');
    await expect(entry(page, 'Something New').getByRole('cell').nth(1)).toHaveText('Terms accepted');
  });

  test('only failures colour their icon', { tag: '@matrix' }, async ({ page }) => {
    const color = (title: string) =>
      entry(page, title)
        .locator('svg')
        .evaluate((icon) => getComputedStyle(icon).color);
    expect(await color('Faucet Rate Limited')).not.toBe(await color('Faucet Request Success'));
    expect(await color('Key Rotated')).toBe(await color('Faucet Request Success'));
  });

  const categories = [
    ['API Keys', ['Key Rotated']],
    ['Account', ['Profile Updated', 'Account Created']],
    ['Authentication', ['CLI Login', 'OAuth Login', 'Logout']],
    ['Faucet', ['Faucet Request Success', 'Faucet Rate Limited']],
    ['Other', ['Something New']],
  ] as const;

  test('the categories divide the log, without asking the server', async ({ page }) => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/activities')) requests += 1;
    });
    for (const [name, titles] of categories) {
      await category(page, name).click();
      await expect(category(page, name)).toHaveAttribute('aria-pressed', 'true');
      await expect(rows(page)).toHaveCount(titles.length + 1);
      for (const title of titles) await expect(entry(page, title)).toBeVisible();
      const count = titles.length === 1 ? '1 activity' : `${titles.length} activities`;
      await expect(page.getByText(count, { exact: true })).toBeVisible();
    }
    await category(page, 'All Activities').click();
    await expect(page.getByText('9 activities', { exact: true })).toBeVisible();
    expect(requests).toBe(0);
  });

  test('days begin at the midnight of the reader', { tag: '@matrix' }, async ({ page }) => {
    const counts = { Today: 4, 'Last 7 Days': 6, 'Last 30 Days': 8, 'All Time': 9 };
    for (const [name, count] of Object.entries(counts)) {
      await chooseTime(page, name);
      await expect(time(page)).toHaveText(name);
      await expect(rows(page)).toHaveCount(count + 1);
    }
  });

  test('filters that leave nothing say so and can be cleared', { tag: '@matrix' }, async ({ page }) => {
    await category(page, 'Account').click();
    await chooseTime(page, 'Today');
    await expect(page.getByRole('heading', { name: noMatch })).toBeVisible();
    await expect(page.getByText('Nothing in Account today.')).toBeVisible();
    await expect(page.getByText('0 activities', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page)).toHaveCount(sample.length + 1);
    await expect(category(page, 'All Activities')).toHaveAttribute('aria-pressed', 'true');
  });

  test('on a phone it is a list of two lines, and still a table', { tag: '@matrix' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rows(page)).toHaveCount(sample.length + 1);
    await expect(table(page).getByRole('columnheader', { name: 'Details' })).toBeAttached();
    const row = entry(page, 'Key Rotated');
    await expect(row.getByRole('cell')).toHaveCount(3);
    await expect(row.getByRole('cell').nth(2)).toHaveText('Nov 15, 9:41 AM 2 minutes ago', {
      useInnerText: true,
    });
    const box = await row.boundingBox();
    expect(box?.height).toBeLessThan(80);

    // The row of categories is longer than the screen, and shows at which end it goes on.
    const categories = page.getByRole('group', { name: 'Category' });
    await expect(categories).toHaveAttribute('data-more', 'end');
    await category(page, 'Other').click();
    await expect(categories).toHaveAttribute('data-more', 'start');
  });

  test('a printed log is the table alone', { tag: '@matrix' }, async ({ page }) => {
    await openLog(page);
    await expect(table(page)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(table(page)).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Primary' })).toBeHidden();
    await expect(page.getByText('Skip to content')).toBeHidden();
    await expect(category(page, 'API Keys')).toBeHidden();
  });

  test('the filters work with the keyboard alone', { tag: '@matrix' }, async ({ page }) => {
    await category(page, 'All Activities').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(category(page, 'Account')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(rows(page)).toHaveCount(3);
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await expect(time(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Last 7');
    await page.clock.runFor(100);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
  });
});

test('the filters are in the address, and a reload keeps them', { tag: '@matrix' }, async ({ page }) => {
  await openLog(page, await sharedAccount());
  await category(page, 'Authentication').click();
  await chooseTime(page, 'Last 7 Days');
  await expect(page).toHaveURL('/dashboard/activity?category=auth&from=week');
  await page.reload();
  await expect(category(page, 'Authentication')).toHaveAttribute('aria-pressed', 'true');
  await expect(time(page)).toContainText('Last 7 Days');
  await page.goto('/dashboard/activity?category=nonsense&from=week');
  await expect(category(page, 'All Activities')).toHaveAttribute('aria-pressed', 'true');
});
