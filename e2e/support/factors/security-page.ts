// Settings → Security, where passkeys and security keys are added.
import { expect, type Page } from '@playwright/test';

export const card = (page: Page, name: string) => page.getByRole('region', { name });

export const openSecurity = async (page: Page) => {
  await page.goto('/dashboard#security');
  await expect(card(page, 'Account Protection')).toBeVisible();
};

export const addPasskey = async (page: Page, name: string) => {
  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(card(page, 'Passkeys').getByRole('listitem')).toContainText(name);
};

// Gives the recovery codes that come with the first one.
export const addSecurityKey = async (page: Page) => {
  await card(page, 'Two-Step Verification').getByRole('button', { name: 'Add Security Key' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Security key');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Save Your Recovery Codes' });
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I’ve Saved My Codes' }).click();
  await expect(card(page, 'Two-Step Verification').getByRole('listitem')).toContainText('Security key');
  return texts;
};
