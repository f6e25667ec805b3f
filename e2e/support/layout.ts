import { expect, type Page } from '@playwright/test';

// Nothing may stick out of the window. A page that follows a new width needs a moment for it.
export const expectNoOverflow = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `what sticks out of a window of ${page.viewportSize()?.width} px`,
    })
    .toBeLessThanOrEqual(0);

// The same at all widths, down to the narrowest that is supported.
export const expectNoSidewaysScroll = async (page: Page) => {
  const before = page.viewportSize();
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }
  if (before) await page.setViewportSize(before);
};
