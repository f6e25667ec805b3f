// One account has ten thousand keys. Nothing here depends on the machine's speed: calls and cards are counted.
import { randomBytes } from 'node:crypto';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { insertListedKeys } from '@ballast/harness/many-keys';
import { startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import type { Page } from '@playwright/test';
import { type Account, openDashboard } from '../support/accounts.ts';
import { rememberCards, toast } from '../support/keys.ts';
import { test as base, expect } from '../support/test.ts';

const total = 10_000;
const pageSize = 200;
const lastPage = total / pageSize;
// The page in the window, and those that begin or end near it.
const mostCards = 3 * pageSize;

type OwnPortal = { url: string; newOwner: () => Promise<Account> };

const test = base.extend<object, { ownPortal: OwnPortal }>({
  ownPortal: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright wants a pattern
    async ({}, use) => {
      const postgres = await startPostgres();
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const [pepper, encryptionKey] = [randomBytes(32), randomBytes(32)].map((bytes) =>
        bytes.toString('base64url'),
      ) as [string, string];
      const portal = await startPortal({
        PORT: port,
        PUBLIC_URL: url,
        DATABASE_URL: postgres.url,
        TOKEN_PEPPER: pepper,
        KEY_ENCRYPTION_KEYS: `bench:${encryptionKey}`,
      });
      const newOwner = async () => {
        const owner = await newDeveloper(url);
        await insertListedKeys(postgres.url, { userId: owner.user.id, pepper, encryptionKey, count: total });
        return owner;
      };
      await use({ url, newOwner });
      await portal.stop();
      await postgres.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ ownPortal }, use) => use(ownPortal.url),
});

// Roles are computed for every element of the document, which here are tens of thousands: cards are found by CSS.
const titles = 'h2[id^="key-"]';
const pageOf = (page: Page, nth: number) =>
  page.locator(`ul[aria-label="${nth === 1 ? 'API keys' : `API keys, page ${nth}`}"]`).locator(titles);
const title = (page: Page, name: string) => page.locator(titles).getByText(name, { exact: true });
const heading = (page: Page, name: string) =>
  page.locator(titles).filter({ hasText: new RegExp(`^${name}$`) });
const labelled = (page: Page, label: string) => page.locator(`button[aria-label="${label}"]`);
const inDialog = (page: Page, name: string) => page.locator('[role=alertdialog] button').getByText(name);
const count = (page: Page, words: string) => page.locator('[role=status]').getByText(words, { exact: true });
const search = (page: Page) => page.locator('input[type=search]');

const expectFewCards = (page: Page) =>
  expect
    .poll(() => page.locator(titles).count(), { message: 'cards far from the window leave the document' })
    .toBeLessThanOrEqual(mostCards);

const namesFrom = (first: number, length: number) =>
  Array.from({ length }, (_, index) => `service-${first + index}`);

// Each page comes when the end of the one before it is in the window.
const walkToTheEnd = async (page: Page) => {
  for (let nth = 1; nth <= lastPage; nth += 1) {
    await expect(pageOf(page, nth)).toHaveCount(pageSize);
    const names = await pageOf(page, nth).allTextContents();
    expect(names).toEqual(namesFrom((nth - 1) * pageSize + 1, pageSize));
    await pageOf(page, nth)
      .last()
      .evaluate((last) => last.scrollIntoView());
    await expectFewCards(page);
  }
};

test('ten thousand keys are walked through, found, changed in the middle and reached by keyboard, a few hundred of them in the document', {
  tag: '@matrix',
}, async ({ page, ownPortal }) => {
  // Fifty pages are loaded and drawn.
  test.setTimeout(20 * 60_000);
  let lists = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/api-keys' && request.method() === 'GET') lists += 1;
  });
  await rememberCards(page);
  await openDashboard(page, await ownPortal.newOwner());
  await expect(count(page, '200+ keys')).toBeVisible();
  expect(lists).toBe(1);

  await walkToTheEnd(page);
  await expect(count(page, '10,000 keys')).toBeVisible();
  await expect(page.getByText('Load More')).toHaveCount(0);
  expect(lists).toBe(lastPage);

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(title(page, 'service-5001')).toBeVisible();
  await expectFewCards(page);
  await labelled(page, 'Rename service-5001').click();
  await page.getByLabel('Name', { exact: true }).fill('in the middle');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'API key renamed')).toBeVisible();
  await expect(title(page, 'in the middle')).toBeVisible();
  await labelled(page, 'Rotate in the middle').click();
  await inDialog(page, 'Rotate Key').click();
  await expect(toast(page, 'API key rotated')).toBeVisible();
  await expect(labelled(page, 'Rotate in the middle')).toBeFocused();
  await labelled(page, 'Delete in the middle').click();
  await inDialog(page, 'Delete Key').click();
  await expect(toast(page, 'Deleted "in the middle".')).toBeVisible();
  await expect(title(page, 'in the middle')).toHaveCount(0);
  await expect(count(page, '9,999 keys')).toBeVisible();
  await expect(heading(page, 'service-5002')).toBeFocused();
  // The list is long, so it is not fetched again for one change.
  expect(lists).toBe(lastPage);

  // The Tab key goes from the last key of a page to the first of the next.
  await labelled(page, 'Request increase for service-5000').focus();
  await expect(title(page, 'service-5002')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(title(page, 'service-5002')).toBeFocused();

  await search(page).fill('service-10000');
  await expect(page.locator(titles)).toHaveCount(1);
  await expect(title(page, 'service-10000')).toBeVisible();
  await expect(count(page, '1 key')).toBeVisible();
  expect(lists).toBe(lastPage + 1);
  await search(page).fill('');
  await expect(count(page, '9,999 keys')).toBeVisible();
  await expect(title(page, 'service-1')).toBeVisible();
  await expectFewCards(page);
  expect(lists).toBe(lastPage + 1);
});

const rows = 'tr[data-key-id]';
// The parts of fifty rows in the window, and those that begin or end near it.
const mostRows = 400;
const mostElements = 40 * mostRows;

test('the table of ten thousand keys is walked through with a bounded document', { tag: '@matrix' }, async ({
  page,
  ownPortal,
}) => {
  // Fifty pages are loaded and drawn.
  test.setTimeout(20 * 60_000);
  await openDashboard(page, await ownPortal.newOwner());
  const shown = page.locator('[role=status]').filter({ hasText: /^[\d,]+\+? keys$/ });
  await expect(shown).toBeVisible();
  let mostSeen = 0;
  const measure = async () => {
    await expect.poll(() => page.locator(rows).count()).toBeLessThanOrEqual(mostRows);
    mostSeen = Math.max(mostSeen, await page.evaluate(() => document.querySelectorAll('*').length));
  };
  // The next page comes with the end of the one before it.
  let words = await shown.innerText();
  while (words !== '10,000 keys') {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(shown).not.toHaveText(words);
    words = await shown.innerText();
    await measure();
  }
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const name = (text: string) => page.locator(`${rows} a`).getByText(text, { exact: true });
  await expect(name('service-10000')).toBeVisible();
  expect(mostSeen).toBeLessThan(mostElements);
  await expect(page.locator(`${rows}[aria-rowindex="10001"]`)).toHaveCount(1);

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(name('service-5001')).toBeVisible();
  await measure();
  await page
    .locator(`${rows} a`)
    .filter({ hasText: /^service-5050$/ })
    .focus();
  for (const next of ['service-5051', 'service-5052']) {
    await page.keyboard.press('j');
    await expect(page.locator(`${rows} a:focus`)).toHaveText(next);
  }
  await search(page).fill('service-10000');
  await expect(page.locator(rows)).toHaveCount(1);
});
