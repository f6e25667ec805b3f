// A second browser shares nothing with the first.
import type { BrowserContext, Page } from '@playwright/test';
import { portalUrl } from './portals/portal-under-test.ts';
import { test as base } from './test.ts';
import { holdTime } from './time.ts';

type OpenBrowser = (options?: { baseURL?: string; userAgent?: string }) => Promise<Page>;

export const test = base.extend<{ anotherBrowser: OpenBrowser }>({
  anotherBrowser: async ({ browser }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: portalUrl,
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      await holdTime(context);
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect } from './test.ts';
