import { expect, type Page } from '@playwright/test';
import { type Account, sharedAccount, storeSession } from './accounts.ts';

type Place = { tab: string; heading: string; environment?: 'sandbox' | 'production' };

// This opens the dashboard where a person left it. A test that changes something brings an account of its own.
export const openTab = async (page: Page, place: Place, account?: Account) => {
  const opened = account ?? (await sharedAccount());
  await storeSession(page, opened);
  await page.evaluate(({ tab, environment = 'sandbox' }) => {
    localStorage.setItem('dashboardTab', tab);
    localStorage.setItem('dashboardEnvironment', environment);
  }, place);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: place.heading })).toBeVisible();
  return opened;
};
