// One picture of each screen for each theme and width.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { holdTime } from '../support/time.ts';
import { folder, themes, widths } from './folder.ts';
import { screens } from './screens.ts';

const height = 900;

for (const { name, open, wide } of screens)
  test(name, async ({ page, context }) => {
    await mkdir(folder, { recursive: true });
    await holdTime(context);
    await page.setViewportSize({ width: 1280, height });
    await open(page);
    for (const theme of themes)
      for (const width of wide ? widths.slice(0, 1) : widths) {
        await page.setViewportSize({ width, height });
        await page.evaluate((chosen) => {
          document.body.classList.remove('dark', 'light');
          document.body.classList.add(chosen);
        }, theme);
        const path = join(folder, `${name}-${theme}-${width}.png`);
        await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
      }
  });
