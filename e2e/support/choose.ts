import type { Locator } from '@playwright/test';

// Picks an option of a select, whose list is drawn beside the page.
export const choose = async (select: Locator, option: string) => {
  await select.click();
  await select.page().getByRole('option', { name: option }).click();
};
