import { expect, type Page } from '@playwright/test';
import { storeSession, verifiedAccount } from '../../support/accounts.ts';
import { cliAddress, startCliLogin } from '../../support/cli-login.ts';
import { button, completeProfile } from '../../support/keys.ts';
import { openTab } from '../../support/open-tab.ts';
import { type Screen, sees } from './opening.ts';

const openOnboarding = async (page: Page) => {
  await storeSession(page, await verifiedAccount());
  await page.goto('/onboarding');
  await sees(page, 'Business website');
};

const openRequest = async (page: Page) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  const { state } = await startCliLogin();
  await storeSession(page, account);
  await page.goto(cliAddress(state));
  await expect(button(page, 'Authorize')).toBeVisible();
};

export const beside: Screen[] = [
  { name: 'onboarding', open: openOnboarding },
  {
    name: 'onboarding-errors',
    open: async (page) => {
      await openOnboarding(page);
      await button(page, 'Complete Setup').click();
      await sees(page, 'Please select your company size');
    },
  },
  {
    name: 'complete-profile',
    open: async (page) => {
      const place = { tab: 'keys', heading: 'API Keys', environment: 'production' } as const;
      await openTab(page, place, await verifiedAccount());
      await button(page, 'Create New Key').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'cli-auth', open: openRequest },
  {
    name: 'cli-auth-invalid',
    open: async (page) => {
      await storeSession(page, await verifiedAccount());
      await page.goto('/cli/auth');
      await sees(page, 'Missing required parameters.');
    },
  },
  {
    name: 'cli-auth-failure',
    open: async (page) => {
      await openRequest(page);
      await page.route('**/api/cli/auth/**', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort(),
      );
      await button(page, 'Authorize').click();
      await sees(page, 'Failed to complete authentication');
    },
  },
];
