// This drives the product in a real browser against the built server with a database of its own.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// The headless shell of the same Chromium draws nothing for a window that nobody sees, and is much faster.
const headlessShell = '/usr/bin/chromium-headless-shell';
const chromium = process.env.CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium');

// Second widths of a screen and repetitions of one rule carry the tag @matrix and run only in the whole scope.
const wholeMatrix = process.env.TEST_SCOPE === 'all';

// The tests of these files run one after the other, because they share a portal of their own, or the keys of one
// account. They begin, so that no worker is left alone with them at the end.
const oneAfterTheOther = ['auth/step-up.spec.ts', 'security/passkeys.spec.ts', 'api-keys/many-keys.spec.ts'];

// The whole suite waits as long as a slow machine needs. Somebody who works on one test wants to see a wrong locator at once.
const isPatient = Boolean(process.env.CI || process.env.PATIENT_TESTS);
const waitMs = isPatient ? 3 * 60_000 : 10_000;

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  globalSetup: './support/portals/start-portal.ts',
  ...(wholeMatrix ? {} : { grepInvert: /@matrix/ }),
  fullyParallel: true,
  projects: [
    { name: 'one after the other', testMatch: oneAfterTheOther },
    { name: 'at once', testIgnore: oneAfterTheOther },
  ],
  // Measured on two cores: with three workers the browsers keep both busy while one of them waits for the portal.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line']],
  // A trace costs a fifth of the time, so only the repetition of a red test records one. The test stays red, whatever its
  // repetition does.
  retries: isPatient ? 1 : 0,
  failOnFlakyTests: true,
  // Nets that only catch a hang, and the inner ones say what was waited for. With a third of the processor, two hundred keys
  // took longer than a minute to be drawn.
  timeout: 10 * 60_000,
  expect: { timeout: waitMs },
  use: {
    baseURL: process.env.PORTAL_URL,
    viewport: { width: 1440, height: 900 },
    actionTimeout: waitMs,
    navigationTimeout: waitMs,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-dev-shm-usage',
      ],
    },
  },
});
