// The test function of every browser test: it also fails when a page breaks the content security policy or logs an error.
import { test as base, expect } from '@playwright/test';

// Refused calls are what some tests are about; Chromium logs each of them as an error of the page.
const expected = /^Failed to load resource/;

export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
