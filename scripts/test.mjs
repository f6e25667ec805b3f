// npm test: what tells whether the product works. npm run test:all: also what is long by nature (docs/tests.md lists it).
import { resolve } from 'node:path';
import { checkSteps } from './check.mjs';
import { findPrograms } from './programs.mjs';
import { forgetReports, playwrightFile, playwrightReport, vitestFile, vitestReport } from './reports.mjs';
import { runSteps } from './steps.mjs';

// What is missing should be said at once.
Object.assign(process.env, findPrograms());
process.env.TEST_SCOPE = process.argv.includes('--all') ? 'all' : 'usual';
process.env.PATIENT_TESTS = '1';
forgetReports();

const unitAndApiTests = {
  title: 'Unit and API tests',
  command: [
    'vitest',
    'run',
    '--reporter=./scripts/vitest-progress.mjs',
    '--reporter=json',
    `--outputFile.json=${vitestFile}`,
  ],
  report: vitestReport,
};

const browserTests = {
  title: 'Browser tests',
  command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
  // Playwright would look for it beside its configuration.
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(playwrightFile) },
  report: playwrightReport,
};

runSteps([...checkSteps, unitAndApiTests, browserTests]);
