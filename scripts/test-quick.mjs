// npm run test:quick: the tests of what changed since origin/main, or since the last commit when there is no such branch.
import { resolve } from 'node:path';
import { changedFiles } from './changed/changed-files.mjs';
import { browserTestsOf, testsOf } from './changed/tests-of.mjs';
import { findPrograms } from './programs.mjs';
import { forgetReports, playwrightFile, playwrightReport, vitestFile, vitestReport } from './reports.mjs';
import { runSteps } from './steps.mjs';

const changed = changedFiles();
const tests = testsOf(changed);
const browserTests = browserTestsOf(changed);
if (!tests.length && !browserTests.length) {
  console.log(`No test belongs to the ${changed.length} changed files.`);
  process.exit(0);
}

Object.assign(process.env, findPrograms(), {
  TEST_SCOPE: 'usual',
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled-tests',
});
forgetReports();

const unitAndApiTests = {
  title: `Unit and API tests (${tests.length} files)`,
  command: [
    ...['vitest', 'run', ...tests],
    // PostgreSQL is the business of npm test.
    ...['contract', 'web', 'cli', 'api'].flatMap((project) => ['--project', project]),
    '--reporter=./scripts/vitest-progress.mjs',
    '--reporter=json',
    `--outputFile.json=${vitestFile}`,
  ],
  report: vitestReport,
};

const inBrowser = {
  title: `Browser tests (${browserTests.length} files)`,
  command: [
    ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
    ...browserTests.map((file) => file.replace('e2e/', '')),
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(playwrightFile) },
  report: playwrightReport,
};

runSteps([...(tests.length ? [unitAndApiTests] : []), ...(browserTests.length ? [inBrowser] : [])]);
