import type { Page } from '@playwright/test';
import { openDashboard, sharedAccount, verifiedAccount } from '../support/accounts.ts';
import { choose } from '../support/choose.ts';
import {
  button,
  cards,
  completeProfile,
  createButton,
  createKeys,
  enterName,
  openKeys,
  toast,
} from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const profileDialog = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Profile' });

test('a production key needs a complete profile, and Maybe Later leaves it at that', async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  await page.getByRole('radio', { name: 'Production' }).check();
  await createButton(page).click();
  await expect(profileDialog(page)).toContainText('Production keys need a completed profile.');
  await expect(profileDialog(page).getByRole('listitem')).toHaveText([
    'Full name(given)',
    'Company size(missing)',
    'Primary use case(missing)',
  ]);
  await button(page, 'Maybe Later').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(createButton(page)).toBeFocused();
});

test('Complete Profile leads through the onboarding back to the dialog that somebody wanted', async ({
  page,
}) => {
  await openDashboard(page);
  await page.getByRole('radio', { name: 'Production' }).check();
  await createButton(page).click();
  await button(page, 'Complete Profile').click();
  await expect(page).toHaveURL('/onboarding');
  await choose(page.getByRole('combobox', { name: 'Company size' }), 'Solo developer');
  await choose(page.getByRole('combobox', { name: 'Primary use case' }), 'Gaming');
  await button(page, 'Complete Setup').click();
  await expect(page.getByRole('dialog', { name: 'Create New Key' })).toBeVisible();
  await expect(toast(page, 'Profile complete')).toBeVisible();
});

test('a sandbox key needs no profile', { tag: '@matrix' }, async ({ page }) => {
  await openDashboard(page, await sharedAccount());
  await createButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Create New Key' })).toBeVisible();
});

test('when the server misses the profile that this page believed complete, it is asked for', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await verifiedAccount();
  const complete = {
    ...account,
    user: { ...account.user, companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' },
  };
  let profiles = 0;
  await page.route('**/api/users/profile', async (route) => {
    profiles += 1;
    if (profiles === 1) return route.fulfill({ json: complete.user });
    return route.continue();
  });
  await openDashboard(page, account);
  await page.getByRole('radio', { name: 'Production' }).check();
  await createButton(page).click();
  await enterName(page, 'live');
  await expect(profileDialog(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await button(page, 'Complete Profile').click();
  await expect(page).toHaveURL('/onboarding');
});

// What the installation allows is written into the page by the server.
const turnProductionOff = (page: Page) =>
  page.route('**/dashboard', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({
      response: answer,
      body: html.replace('&quot;productionKeys&quot;:true', '&quot;productionKeys&quot;:false'),
    });
  });

const off = 'Production API keys are not available in this environment.';

test('where production keys are off, the portal says so instead of offering one', { tag: '@matrix' }, async ({
  page,
}) => {
  await turnProductionOff(page);
  await openDashboard(page, await sharedAccount());
  await expect(createButton(page)).toBeVisible();
  await page.getByRole('radio', { name: 'Production' }).check();
  await expect(page.getByText('No production keys found')).toBeVisible();
  await expect(page.getByText(off)).toHaveCount(1);
  await expect(createButton(page)).toHaveCount(0);
});

test('where production keys were turned off later, those that exist are still there', {
  tag: '@matrix',
}, async ({ page }) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  await createKeys(account, ['payments-api'], 'PRODUCTION');
  await turnProductionOff(page);
  await openDashboard(page, account);
  await page.getByRole('radio', { name: 'Production' }).check();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(off)).toHaveCount(1);
  await expect(createButton(page)).toHaveCount(0);
});

test('actions that make a live key are amber, and nothing in sandbox is', { tag: '@matrix' }, async ({
  page,
}) => {
  const colour = (name: string) =>
    button(page, name).evaluate((element) => getComputedStyle(element).backgroundColor);
  await openKeys(page, ['payments-api'], 'PRODUCTION');
  const amber = await colour('Create New Key');
  await button(page, 'Rotate payments-api').click();
  expect(await colour('Rotate Key')).toBe(amber);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await createButton(page).click();
  expect(await colour('Create Production Key')).toBe(amber);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Sandbox' }).check();
  expect(await colour('Create New Key')).not.toBe(amber);
});
