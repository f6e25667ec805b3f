// Axe finds nothing, in the dark theme and, in test:all, in the light one.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

// Axe's own file is loaded once per page.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const readsBothThemes = process.env.TEST_SCOPE === 'all';

// Everything else is the same in both themes: they differ in colours alone.
const colourRules = ['color-contrast', 'link-in-text-block'];

type Choice = { ignoredRules?: string[]; within?: string };
type AxeWindow = Window & { axe: { run: (context: unknown, options: RunOptions) => Promise<AxeResults> } };

// Colours change over 120 ms, and axe must not measure them on the way.
const settle = (page: Page) =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations === 1);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => {})));
  });

const setTheme = async (page: Page, theme: string) => {
  await page.evaluate((name) => {
    document.body.classList.remove('dark', 'light');
    document.body.classList.add(name);
  }, theme);
  await settle(page);
};

const violationsOf = async (page: Page, options: RunOptions, within?: string) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ options, within }) => {
      const scope = within ? { include: [within] } : document;
      const { violations } = await (window as unknown as AxeWindow).axe.run(scope, options);
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
    },
    { options, within },
  );
};

const checkThemes = async (page: Page, { ignoredRules = [], within }: Choice) => {
  const before = await page.evaluate(() => document.body.className);
  const rules = Object.fromEntries(ignoredRules.map((rule) => [rule, { enabled: false }]));

  await setTheme(page, 'dark');
  expect(await violationsOf(page, { rules }, within), 'in the dark theme').toEqual([]);

  if (readsBothThemes) {
    await setTheme(page, 'light');
    const runOnly = colourRules.filter((rule) => !ignoredRules.includes(rule));
    expect(await violationsOf(page, { runOnly }, within), 'in the light theme').toEqual([]);
  }

  await page.evaluate((names) => {
    document.body.className = names;
  }, before);
};

export const expectAccessible = (page: Page, ignoredRules: string[] = []) =>
  checkThemes(page, { ignoredRules });

// What came after the page was checked as a whole.
export const expectPartAccessible = (page: Page, within: string) => checkThemes(page, { within });

// The dialog alone: what is behind it is out of reach, and was checked before it was opened.
export const expectDialogAccessible = async (page: Page) => {
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  await expectPartAccessible(page, '[role=dialog], [role=alertdialog]');
};
