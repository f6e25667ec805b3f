import { expect, type Page } from '@playwright/test';

// Nothing may stick out of the window, down to the narrowest that is supported.
export const expectNoSidewaysScroll = async (page: Page) => {
  const before = page.viewportSize();
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
};
