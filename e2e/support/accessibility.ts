import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const themes = ['dark', 'light'] as const;

// Colours change over 120 ms, and axe must not measure them on the way.
const settle = (page: Page) =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations === 1);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => {})));
  });

type Choice = { ignoredRules?: string[]; within?: string };

const axe = (page: Page, { ignoredRules = [], within }: Choice) => {
  const builder = new AxeBuilder({ page }).disableRules(ignoredRules);
  return within ? builder.include(within) : builder;
};

const checkThemes = async (page: Page, choice: Choice) => {
  const before = await page.evaluate(() => document.body.className);
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.body.classList.remove('dark', 'light');
      document.body.classList.add(name);
    }, theme);
    await settle(page);
    const { violations } = await axe(page, choice).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id} at ${nodes.map((node) => node.target).join(', ')}`,
    );
    expect(found).toEqual([]);
  }
  await page.evaluate((names) => {
    document.body.className = names;
  }, before);
};

export const expectAccessible = (page: Page, ignoredRules: string[] = []) =>
  checkThemes(page, { ignoredRules });

// The dialog alone: what is behind it is out of reach, and was checked before it was opened.
export const expectDialogAccessible = (page: Page) =>
  checkThemes(page, { within: '[role=dialog], [role=alertdialog]' });
