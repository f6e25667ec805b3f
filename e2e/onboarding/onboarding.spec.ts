import { getProfile, updateProfile } from '@ballast/contract/profile';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type Account, storeSession, verifiedAccount } from '../support/accounts.ts';
import { choose } from '../support/choose.ts';
import { expectNoSidewaysScroll } from '../support/layout.ts';
import { field } from '../support/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const saving = `**/api${updateProfile.path}`;
const longText = 'Northwind '.repeat(10).trim();

const openOnboarding = async (page: Page, account?: Account) => {
  const opened = account ?? (await verifiedAccount());
  await storeSession(page, opened);
  await page.goto('/onboarding');
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible();
  return opened;
};

const chooseBoth = async (page: Page) => {
  await choose(field(page, 'Company size'), 'Small (11–50)');
  await choose(field(page, 'Primary use case'), 'Fintech and financial services');
};

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Setup' }).click();

const expectProduction = async (page: Page) => {
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('radio', { name: 'Production' })).toBeChecked();
};

const expectError = async (page: Page, label: string, message: string) => {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, label)).toHaveAccessibleDescription(message);
};

test('name and email are known from the sign-up and cannot be changed', async ({ page }) => {
  const { email } = await openOnboarding(page);
  await expect(page).toHaveTitle('Complete Your Profile · Ballast');
  await expect(field(page, 'Full name')).toHaveValue('Mara Okafor');
  await expect(field(page, 'Full name')).toHaveAttribute('readonly');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
});

test('company size and use case are asked for, and the first of them gets the focus', async ({ page }) => {
  await openOnboarding(page);
  await complete(page);
  await expectError(page, 'Company size', 'Please select your company size');
  await expectError(page, 'Primary use case', 'Please select your primary use case');
  await expect(field(page, 'Company size')).toBeFocused();

  await choose(field(page, 'Company size'), 'Solo developer');
  await expect(field(page, 'Company size')).not.toHaveAttribute('aria-invalid');
});

test('a completed profile is saved and leads to production', async ({ page }) => {
  const account = await openOnboarding(page);
  await field(page, 'Company or organization').fill('  Northwind Labs ');
  await field(page, 'Business website').fill(' https://northwind.dev ');
  await chooseBoth(page);
  await expect(field(page, 'Company size')).toHaveText('Small (11–50)');
  await complete(page);
  await expectProduction(page);
  expect(await account.call(getProfile)).toMatchObject({
    fullName: 'Mara Okafor',
    companyName: 'Northwind Labs',
    companySize: 'SMALL_11_50',
    useCase: 'FINTECH_FINANCIAL_SERVICES',
    website: 'https://northwind.dev',
  });
});

test('what was left empty is left out of the call', { tag: '@matrix' }, async ({ page }) => {
  await openOnboarding(page);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await chooseBoth(page);
  await complete(page);
  expect((await sent).postDataJSON()).toEqual({
    fullName: 'Mara Okafor',
    companySize: 'SMALL_11_50',
    useCase: 'FINTECH_FINANCIAL_SERVICES',
  });
});

test('the stored user is complete from then on, and onboarding is over', { tag: '@matrix' }, async ({
  page,
}) => {
  await openOnboarding(page);
  await chooseBoth(page);
  await complete(page);
  await expectProduction(page);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}'));
  expect(stored).toMatchObject({ companySize: 'SMALL_11_50', useCase: 'FINTECH_FINANCIAL_SERVICES' });
  await page.goto('/onboarding');
  await expect(page).toHaveURL('/dashboard');
});

test('cancelling also leads to production and saves nothing', { tag: '@matrix' }, async ({ page }) => {
  const account = await openOnboarding(page);
  await field(page, 'Company or organization').fill('Northwind Labs');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectProduction(page);
  expect(await account.call(getProfile)).toMatchObject({ companyName: null, companySize: null });
});

test('a website must be an address', { tag: '@matrix' }, async ({ page }) => {
  await openOnboarding(page);
  await chooseBoth(page);
  await field(page, 'Business website').fill('northwind');
  await complete(page);
  await expectError(page, 'Business website', 'Please enter a valid website address');
  await expect(field(page, 'Business website')).toBeFocused();
});

test('an account without a name is asked for one', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  const nameless = { ...account.user, fullName: null };
  await page.route(`**/api${getProfile.path}`, (route) => route.fulfill({ json: nameless }));
  await openOnboarding(page, { ...account, user: nameless });
  await expect(field(page, 'Full name')).not.toHaveAttribute('readonly');
  await field(page, 'Full name').fill('   ');
  await complete(page);
  await expectError(page, 'Full name', 'Please enter your full name');
  await expect(field(page, 'Full name')).toBeFocused();
});

test('an answer that was given before is filled in', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  await account.call(updateProfile, { body: { companyName: 'Northwind Labs', useCase: 'GAMING' } });
  await openOnboarding(page, account);
  await expect(field(page, 'Company or organization')).toHaveValue('Northwind Labs');
  await expect(field(page, 'Primary use case')).toHaveText('Gaming');
});

test('what was typed stays when the profile arrives late', { tag: '@matrix' }, async ({ page }) => {
  const account = await verifiedAccount();
  const late = Promise.withResolvers<void>();
  await page.route(`**/api${getProfile.path}`, async (route) => {
    await late.promise;
    await route.fulfill({ json: { ...account.user, companyName: 'Old', website: 'https://old.example' } });
  });
  await openOnboarding(page, account);
  await field(page, 'Company or organization').fill('Northwind Labs');
  late.resolve();
  await expect(field(page, 'Business website')).toHaveValue('https://old.example');
  await expect(field(page, 'Company or organization')).toHaveValue('Northwind Labs');
});

test('a failure without words is told in the words of the form, and can be tried again', {
  tag: '@matrix',
}, async ({ page }) => {
  await openOnboarding(page);
  await page.route(saving, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await chooseBoth(page);
  await complete(page);
  await expect(page.getByRole('alert')).toHaveText('Failed to update profile. Please try again.');
  await expect(page).toHaveURL('/onboarding');

  await page.unroute(saving);
  await complete(page);
  await expectProduction(page);
});

test('what the server says is preferred, at the field that it is about', { tag: '@matrix' }, async ({
  page,
}) => {
  await openOnboarding(page);
  const refusal = {
    code: 'validation_failed',
    message: 'No',
    fields: { website: 'This website is not accepted' },
  };
  await page.route(saving, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: refusal }) : route.fallback(),
  );
  await chooseBoth(page);
  await complete(page);
  await expectError(page, 'Business website', 'This website is not accepted');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.route(saving, (route) =>
    route.fulfill({ status: 429, json: { ...refusal, message: 'Too many changes.', fields: {} } }),
  );
  await complete(page);
  await expect(page.getByRole('alert')).toHaveText('Too many changes.');
});

test('while the server works, neither button can be pressed', { tag: '@matrix' }, async ({ page }) => {
  await openOnboarding(page);
  await page.route(saving, () => {});
  await chooseBoth(page);
  await complete(page);
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
});

test('onboarding works with the keyboard alone', { tag: '@matrix' }, async ({ page }) => {
  await openOnboarding(page);
  await field(page, 'Full name').focus();
  for (const label of ['Email', 'Company or organization', 'Company size']) {
    await page.keyboard.press('Tab');
    await expect(field(page, label)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Company size')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Gam');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Primary use case')).toHaveText('Gaming');
  await expect(field(page, 'Primary use case')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Business website')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Complete Setup' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectProduction(page);
});

test('on a small phone a failure comes into sight', { tag: '@matrix' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openOnboarding(page);
  await page.route(saving, (route) => route.abort());
  await chooseBoth(page);
  await complete(page);
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
});

test('long names and addresses break nothing', { tag: '@matrix' }, async ({ page }) => {
  await openOnboarding(page, await verifiedAccount({ fullName: longText }));
  await field(page, 'Company or organization').fill(longText);
  await expectNoSidewaysScroll(page);
});

for (const { tag, ...viewport } of [
  { width: 1440, height: 900, tag: '@matrix' },
  { width: 390, height: 844, tag: [] },
]) {
  test(`onboarding is accessible at ${viewport.width} px, empty, with errors and with a failure`, {
    tag,
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openOnboarding(page);
    await expectAccessible(page);
    await complete(page);
    await expect(page.getByText('Please select your company size')).toBeVisible();
    await expectAccessible(page);
    await page.route(saving, (route) => route.abort());
    await chooseBoth(page);
    await complete(page);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
  });
}
