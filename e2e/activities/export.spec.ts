import { readFile } from 'node:fs/promises';
import { exportActivities } from '@ballast/contract/activities';
import { createKey } from '@ballast/contract/keys/api-keys';
import { updateProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Account, verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import { category, entry, made, openLog, rows, showLog } from './log-page.ts';

const exporting = `**/api${exportActivities.path}?*`;
const changes = 100;

let account: Account;

test.beforeAll(async () => {
  account = await verifiedAccount();
  const { call } = account;
  await call(createKey, { body: { name: '=SUM(A1), "quoted"', environment: 'SANDBOX' } });
  for (let change = 0; change < changes; change += 1) {
    await call(updateProfile, { body: { companyName: `Northwind ${change}` } });
  }
});

const exportAs = async (page: Page, format: 'CSV' | 'JSON') => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: `Export as ${format}` }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
};

test('the whole log is exported as JSON, also what is not on the screen', { tag: '@matrix' }, async ({
  page,
}) => {
  await openLog(page, account);
  await expect(rows(page)).toHaveCount(101);
  const { name, text } = await exportAs(page, 'JSON');
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  });
  expect(name).toBe(`activity-${today}.json`);
  const entries = JSON.parse(text);
  expect(entries).toHaveLength(changes + 4);
  expect(entries[0]).toMatchObject({
    activity: 'Profile Updated',
    details: 'Company name',
    type: 'profile_updated',
    environment: '',
  });
});

test('the filtered log is exported as CSV that no spreadsheet runs', async ({ page }) => {
  await openLog(page, account);
  await category(page, 'API Keys').click();
  await expect(entry(page, 'Key Created')).toBeVisible();
  const { name, text } = await exportAs(page, 'CSV');
  expect(name).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toBe('Time,Activity,Details,Type,Environment');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`,Key Created,"'=SUM(A1), ""quoted""",key_created,SANDBOX`);
});

test('an export works with the keyboard alone', { tag: '@matrix' }, async ({ page }) => {
  await openLog(page, account);
  await expect(rows(page)).toHaveCount(101);
  await page.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Export as JSON' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
});

test('while the file is made the button is busy', { tag: '@matrix' }, async ({ page }) => {
  await page.route(exporting, () => {});
  await openLog(page, account);
  await expect(rows(page)).toHaveCount(101);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-busy', 'true');
});

test('an export that fails is told', { tag: '@matrix' }, async ({ page }) => {
  await page.route(exporting, (route) => route.fulfill({ status: 500, body: '' }));
  await openLog(page, account);
  await expect(rows(page)).toHaveCount(101);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to export activities');
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
});

test('the open menu is accessible', { tag: '@matrix' }, async ({ page }) => {
  await showLog(page, [made('login', new Date(), 'from 203.0.113.24')]);
  await openLog(page, account);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  // A menu floats above the page and so is outside its landmarks.
  await expectAccessible(page, ['region']);
});
