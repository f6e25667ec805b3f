// The test function of every browser test. It also fails when a page breaks the content security policy or logs an error,
// and a test that fails shows what the portal wrote meanwhile.
import { open, stat } from 'node:fs/promises';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { holdTime } from './time.ts';

// Refused calls are what some tests are about; Chromium logs each of them as an error of the page. That a provider's page
// cannot be opened, the portal logs itself.
const expected = /^Failed to (load resource|initiate \w+ login|connect \w+ account)/;

const logFile = process.env.PORTAL_LOG ?? '';
const shownLines = 60;

const logSince = async (start: number) => {
  const file = await open(logFile);
  const { buffer } = await file.read({
    position: start,
    buffer: Buffer.alloc((await file.stat()).size - start),
  });
  await file.close();
  return buffer.toString();
};

const showLog = async (testInfo: TestInfo, start: number) => {
  const log = await logSince(start);
  await testInfo.attach('portal.log', { body: log, contentType: 'text/plain' });
  // The files of the web app say nothing about a failure.
  const lines = log
    .trimEnd()
    .split('\n')
    .filter((line) => !line.includes('"path":"/assets/'));
  console.log(`The portal's log during “${testInfo.title}”:\n${lines.slice(-shownLines).join('\n')}`);
};

export const test = base.extend<{ complaints: string[]; portalLog: undefined }>({
  portalLog: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright wants a pattern
    async ({}, use, testInfo) => {
      const { size } = await stat(logFile);
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) await showLog(testInfo, size);
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await holdTime(context);
    await use(context);
  },
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
