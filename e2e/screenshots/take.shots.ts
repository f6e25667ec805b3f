// One picture of each screen for each theme and width.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { holdTime } from '../support/time.ts';
import { folder, themes, widths } from './folder.ts';
import { pictures } from './screens.ts';

const windowHeight = 900;
const mostHeight = 1800;

// A button that names the theme follows the choice of another tab.
const choose = (page: Page, theme: string) =>
  page.evaluate((chosen) => {
    document.body.classList.remove('dark', 'light');
    document.body.classList.add(chosen);
    const newValue = String(chosen === 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode', newValue }));
  }, theme);

// The picture also shows the part below the window. A dialog is placed by the window, which then keeps its height.
const heightOf = (page: Page) =>
  page.evaluate(() =>
    document.querySelector('[role=dialog], [role=alertdialog]') ? 0 : document.documentElement.scrollHeight,
  );

for (const { name, open, wide } of pictures)
  test(name, async ({ page, context }) => {
    await mkdir(folder, { recursive: true });
    await holdTime(context);
    await page.setViewportSize({ width: 1280, height: windowHeight });
    await open(page);
    for (const theme of themes)
      for (const width of wide ? widths.slice(0, 1) : widths) {
        await page.setViewportSize({ width, height: windowHeight });
        await choose(page, theme);
        const height = Math.min(Math.max(await heightOf(page), windowHeight), mostHeight);
        await page.setViewportSize({ width, height });
        const path = join(folder, `${name}-${theme}-${width}.png`);
        await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      }
  });
