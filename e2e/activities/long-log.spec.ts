// A log that is longer than one fetch: 110 changes of the profile, and before them the sign-up.
import { updateProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import { type Account, verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import { category, chooseTime, entry, logAddress, openLog, rows } from './log-page.ts';

const changes = 110;
// They are: account created, email verified, login.
const total = changes + 3;

let account: Account;

test.beforeAll(async () => {
  account = await verifiedAccount();
  const { call } = account;
  for (let change = 0; change < changes; change += 1) {
    await call(updateProfile, { body: { companyName: `Northwind ${change}` } });
  }
});

const openLongLog = async (page: Page) => {
  await openLog(page, account);
  await expect(rows(page)).toHaveCount(101);
};

const count = (page: Page, words: string) => page.getByText(words, { exact: true });
const loadMore = (page: Page) => page.getByRole('button', { name: 'Load More' });
const toTheEnd = (page: Page) => page.mouse.wheel(0, 20_000);

const nextQuery = async (page: Page) => {
  const request = await page.waitForRequest(logAddress);
  return Object.fromEntries(new URL(request.url()).searchParams);
};

// The pages come by themselves near the end of the window; here they shall not.
const withoutScrolling = (page: Page) =>
  page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      override observe() {}
    };
  });

test('the next page comes when the end of the list comes near', async ({ page }) => {
  await openLongLog(page);
  await expect(count(page, '100+ activities')).toBeVisible();
  await page.mouse.move(700, 500);
  await toTheEnd(page);
  await expect(rows(page)).toHaveCount(total + 1);
  await expect(count(page, `${total} activities`)).toBeVisible();
  await expect(loadMore(page)).toHaveCount(0);
  await expect(rows(page).last()).toContainText('Account Created');
});

// A busy browser reports 'not yet near' and 'near' in one go.
const reportedTogether = (page: Page) =>
  page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const held: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          held.push(...entries);
          if (entries.some(({ isIntersecting }) => isIntersecting)) report(held.splice(0), observer);
        }, options);
      }
    };
  });

test('the next page comes also on a busy computer', { tag: '@matrix' }, async ({ page }) => {
  await reportedTogether(page);
  await openLongLog(page);
  await page.mouse.move(700, 500);
  await toTheEnd(page);
  await expect(rows(page)).toHaveCount(total + 1);
});

test('the next page comes by a button, also with the keyboard', { tag: '@matrix' }, async ({ page }) => {
  await withoutScrolling(page);
  await openLongLog(page);
  await loadMore(page).focus();
  const query = nextQuery(page);
  await page.keyboard.press('Enter');
  expect(await query).toEqual({ limit: '100', environment: 'SANDBOX', cursor: expect.any(String) });
  await expect(rows(page)).toHaveCount(total + 1);
});

test('a page that cannot be loaded is told, and the button asks again', { tag: '@matrix' }, async ({
  page,
}) => {
  const nextPages = (url: URL) => url.searchParams.has('cursor');
  await page.route(nextPages, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Slow down.', fields: {} } }),
  );
  await openLongLog(page);
  await loadMore(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toHaveText('Slow down.');
  await expect(rows(page)).toHaveCount(101);
  await page.unroute(nextPages);
  await loadMore(page).click();
  await expect(rows(page)).toHaveCount(total + 1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a filter finds what lies beyond the first hundred', { tag: '@matrix' }, async ({ page }) => {
  await openLongLog(page);
  const query = nextQuery(page);
  await category(page, 'Authentication').click();
  expect(await query).toEqual({ limit: '100', environment: 'SANDBOX', category: 'auth' });
  await expect(entry(page, 'Login')).toBeVisible();
  await expect(count(page, '1 activity')).toBeVisible();

  await category(page, 'Faucet').click();
  await expect(
    page.getByRole('heading', { name: 'No activities match your current filters.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(count(page, '100+ activities')).toBeVisible();
});

test('a filtered log has further pages too', { tag: '@matrix' }, async ({ page }) => {
  await openLongLog(page);
  await category(page, 'Account').click();
  await expect(count(page, '100+ activities')).toBeVisible();
  await page.mouse.move(700, 500);
  await toTheEnd(page);
  await expect(count(page, `${changes + 1} activities`)).toBeVisible();
});

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the server is told when the day of the reader began', { tag: '@matrix' }, async ({ page }) => {
    await openLongLog(page);
    const query = nextQuery(page);
    await chooseTime(page, 'Today');
    const midnight = await page.evaluate(() => new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
    expect(midnight).toContain('T15:00:00');
    expect(await query).toEqual({ limit: '100', environment: 'SANDBOX', after: midnight });
  });
});

test('until the server has answered, what is here is filtered here', { tag: '@matrix' }, async ({ page }) => {
  await openLongLog(page);
  await page.route(logAddress, () => {});
  await category(page, 'Account').click();
  await expect(rows(page)).toHaveCount(101);
  await category(page, 'Authentication').click();
  await expect(page.getByText('Loading activities...', { exact: true })).toBeVisible();
});

test('a filter that the server cannot answer says so', { tag: '@matrix' }, async ({ page }) => {
  await openLongLog(page);
  await page.route(logAddress, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Slow down.', fields: {} } }),
  );
  await category(page, 'Authentication').click();
  await expect(page.getByRole('alert')).toContainText('Slow down.');
  await page.unroute(logAddress);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(entry(page, 'Login')).toBeVisible();
});
