import type { Page } from '@playwright/test';

export const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};
