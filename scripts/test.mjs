// npm test: everything. The browser comes first, because what is missing should be said at once.
import { findBrowser } from './browser.mjs';
import { checkSteps } from './check.mjs';
import { runSteps } from './steps.mjs';

process.env.CHROMIUM = findBrowser();

runSteps([
  ...checkSteps,
  ['Unit and API tests, on PGlite and on PostgreSQL', 'vitest', 'run'],
  ['Browser tests', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
]);
