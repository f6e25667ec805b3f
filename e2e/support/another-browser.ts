// A second browser, which shares nothing with the first.
import type { BrowserContext, Page } from '@playwright/test';
import { test as base } from './test.ts';

type OpenBrowser = (options?: { baseURL?: string; userAgent?: string }) => Promise<Page>;

export const test = base.extend<{ anotherBrowser: OpenBrowser }>({
  anotherBrowser: async ({ browser }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect } from './test.ts';
