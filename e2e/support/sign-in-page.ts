import type { Page } from '@playwright/test';

export const openSignIn = async (page: Page) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Email' }).click();
};

export const openSignUp = async (page: Page) => {
  await openSignIn(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
};

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

export const fillSignIn = async (page: Page, email: string, password: string) => {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

export const fillSignUp = async (page: Page, fullName: string, email: string, password: string) => {
  await field(page, 'Full name').fill(fullName);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
};
