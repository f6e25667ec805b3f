import { activityTitle, listActivities } from '@ballast/contract/activities';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Account, verifiedAccount } from '../support/accounts.ts';
import { choose } from '../support/choose.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { openTab } from '../support/open-tab.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const northwind = {
  companyName: 'Northwind Labs',
  companySize: 'SMALL_11_50',
  useCase: 'FINTECH_FINANCIAL_SERVICES',
  website: 'https://northwind.dev',
} as const;

const accountWithProfile = async () => {
  const account = await verifiedAccount();
  const user = await account.call(updateProfile, { body: northwind });
  return { ...account, user };
};

const openSettings = (page: Page, account?: Account) =>
  openTab(page, { tab: 'settings', heading: 'Settings' }, account);

const card = (page: Page) => page.getByRole('region', { name: 'Profile Information' });
const field = (page: Page, label: string) => card(page).getByLabel(label, { exact: true });
const save = (page: Page) => card(page).getByRole('button', { name: 'Save Changes' }).click();
const saved = (page: Page) => page.getByText('Profile updated successfully!');
const alert = (page: Page) => page.getByRole('alert');

const answerSaving = (page: Page, status: number, body: object) =>
  page.route(`**/api${updateProfile.path}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json: body }) : route.fallback(),
  );

test('the profile is shown in words, with an email that cannot be changed here', async ({ page }) => {
  const { email } = await openSettings(page, await accountWithProfile());
  await expect(page).toHaveTitle('Settings · Ballast');
  await expect(field(page, 'Full Name')).toHaveValue('Mara Okafor');
  await expect(field(page, 'Company Name')).toHaveValue('Northwind Labs');
  await expect(field(page, 'Company Size')).toHaveText('Small (11–50)');
  await expect(field(page, 'Use Case')).toHaveText('Fintech and financial services');
  await expect(field(page, 'Website')).toHaveValue('https://northwind.dev');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
});

test('a saved change is told for three seconds and is in the log', async ({ page }) => {
  const account = await accountWithProfile();
  await openSettings(page, account);
  await field(page, 'Full Name').fill('  Mara O. Okafor ');
  await choose(field(page, 'Company Size'), 'Enterprise (1000+)');
  await expect(card(page)).toContainText('Unsaved changes');
  await save(page);
  await expect(saved(page)).toBeVisible();
  await expect(card(page)).toContainText('Saved just now');
  await expect(field(page, 'Full Name')).toHaveValue('Mara O. Okafor');
  await passTime(page, 2999);
  await expect(saved(page)).toBeVisible();
  await passTime(page, 1);
  await expect(saved(page)).toHaveCount(0);

  const { call } = account;
  expect(await call(getProfile)).toMatchObject({
    fullName: 'Mara O. Okafor',
    companySize: 'ENTERPRISE_1000_PLUS',
  });
  const [entry] = await call(listActivities, { query: { limit: 1 } });
  expect(entry && activityTitle(entry)).toBe('Profile Updated');
  expect(entry?.description).toBe('Full name, company size');
});

test('the name in the header follows the profile', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page, await accountWithProfile());
  await field(page, 'Full Name').fill('Ada Brandt');
  await save(page);
  await expect(page.getByRole('button', { name: 'Ada Brandt account menu' })).toBeVisible();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}'));
  expect(stored.fullName).toBe('Ada Brandt');
});

test('everything that is missing is named in one sentence and at its field', async ({ page }) => {
  await openSettings(page);
  await field(page, 'Full Name').fill('   ');
  await save(page);
  await expect(alert(page)).toHaveText(
    'Full Name is required and cannot be only spaces. Company Name is required (use "Individual" if not applicable). Use Case is required. Company Size is required',
  );
  const messages = {
    'Full Name': 'Full Name is required and cannot be only spaces',
    'Company Name': 'Company Name is required (use "Individual" if not applicable)',
    'Use Case': 'Use Case is required',
    'Company Size': 'Company Size is required',
  };
  for (const [label, message] of Object.entries(messages)) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(message);
  }
  await expect(field(page, 'Full Name')).toBeFocused();

  await field(page, 'Full Name').fill('Mara Okafor');
  await choose(field(page, 'Use Case'), 'Gaming');
  await expect(alert(page)).toHaveText(
    'Company Name is required (use "Individual" if not applicable). Company Size is required',
  );
});

test('a website must be an address, and an empty one is removed', { tag: '@matrix' }, async ({ page }) => {
  const account = await accountWithProfile();
  await openSettings(page, account);
  await field(page, 'Website').fill('northwind');
  await save(page);
  await expect(alert(page)).toHaveText('Please enter a valid website address');
  await field(page, 'Website').fill('');
  await save(page);
  await expect(saved(page)).toBeVisible();
  expect(await account.call(getProfile)).toMatchObject({ website: null });
});

test('a failure without words is told in the words of the form', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page, await accountWithProfile());
  await answerSaving(page, 500, {});
  await field(page, 'Full Name').fill('Ada Brandt');
  await save(page);
  await expect(alert(page)).toHaveText('Failed to update profile. Please try again.');
  await expect(field(page, 'Full Name')).toHaveValue('Ada Brandt');
  await expect(card(page)).toContainText('Unsaved changes');

  await page.unroute(`**/api${updateProfile.path}`);
  await save(page);
  await expect(saved(page)).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test('what the server refuses is marked at its field', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page, await accountWithProfile());
  const fields = { companyName: 'This company is not known' };
  await answerSaving(page, 422, { code: 'validation_failed', message: 'No', fields });
  await save(page);
  await expect(alert(page)).toHaveText(
    'Failed to update profile. Please check all required fields and try again.',
  );
  await expect(field(page, 'Company Name')).toHaveAccessibleDescription('This company is not known');
  await expect(field(page, 'Company Name')).toBeFocused();
});

test('what the server says about the whole is preferred', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page, await accountWithProfile());
  await answerSaving(page, 429, { code: 'rate_limited', message: 'Too many changes.', fields: {} });
  await save(page);
  await expect(alert(page)).toHaveText('Too many changes.');
});

test('a session that has ended goes without a question about unsaved changes', { tag: '@matrix' }, async ({
  page,
}) => {
  await openSettings(page, await accountWithProfile());
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    dialog.accept();
  });
  await field(page, 'Full Name').fill('Mara Lindqvist');
  await answerSaving(page, 401, { code: 'unauthorized', message: 'No' });
  await save(page);
  await expect(page).toHaveURL('/auth');
  expect(dialogs).toEqual([]);
});

test('a slow server keeps the button busy, and what is typed meanwhile is not lost', {
  tag: '@matrix',
}, async ({ page }) => {
  await openSettings(page, await accountWithProfile());
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api${updateProfile.path}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await field(page, 'Full Name').fill('Ada Brandt');
  await save(page);
  await expect(card(page).getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await field(page, 'Company Name').fill('Meanwhile Inc');
  answer.resolve();
  await expect(saved(page)).toBeVisible();
  await expect(field(page, 'Full Name')).toHaveValue('Ada Brandt');
  await expect(field(page, 'Company Name')).toHaveValue('Meanwhile Inc');
  await expect(card(page)).toContainText('Unsaved changes');
});

test('a profile that another tab changes arrives without losing what is being typed', {
  tag: '@matrix',
}, async ({ page, context }) => {
  const account = await openSettings(page, await accountWithProfile());
  await field(page, 'Company Name').fill('Being typed');
  await account.call(updateProfile, { body: { fullName: 'Ada Brandt' } });
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(field(page, 'Full Name')).toHaveValue('Ada Brandt');
  await expect(field(page, 'Company Name')).toHaveValue('Being typed');
  await expect(card(page)).toContainText('Unsaved changes');
});

test('the profile can be changed with the keyboard alone', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page, await accountWithProfile());
  await field(page, 'Full Name').focus();
  for (const label of ['Email', 'Company Name', 'Company Size', 'Use Case', 'Website']) {
    await page.keyboard.press('Tab');
    await expect(field(page, label)).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type('Edu');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Use Case')).toHaveText('Education');
  await expect(field(page, 'Use Case')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(saved(page)).toBeVisible();
});

test('on a small phone the outcome comes into sight', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openSettings(page, await accountWithProfile());
  await save(page);
  await expect(saved(page)).toBeInViewport({ ratio: 1 });
  await answerSaving(page, 500, {});
  await save(page);
  await expect(alert(page)).toBeInViewport({ ratio: 1 });
});

test('long names break nothing', { tag: '@matrix' }, async ({ page }) => {
  await openSettings(page, await verifiedAccount({ fullName: 'Maximiliana '.repeat(8).trim() }));
  await field(page, 'Company Name').fill('W'.repeat(101));
  await save(page);
  await expect(field(page, 'Company Name')).toHaveAccessibleDescription(
    'Company Name must be at most 100 characters',
  );
  await expectNoSidewaysScroll(page);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the profile is accessible at ${viewport.width} px, with errors and saved`, {
    tag: '@matrix',
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openSettings(page, await accountWithProfile());
    await field(page, 'Company Name').fill('');
    await save(page);
    await expect(alert(page)).toBeVisible();
    await expectAccessible(page);
    await field(page, 'Company Name').fill('Individual');
    await save(page);
    await expect(saved(page)).toBeVisible();
    await expectAccessible(page);
  });
}
