// npm test: everything. What it drives comes first, because what is missing should be said at once.
import { rmSync } from 'node:fs';
import { checkSteps } from './check.mjs';
import { findPrograms } from './programs.mjs';
import { runSteps } from './steps.mjs';
import { resultFile } from './vitest-result.mjs';

Object.assign(process.env, findPrograms());

// What an earlier run left must not stand for this one.
rmSync(resultFile, { force: true });

runSteps([
  ...checkSteps,
  [
    'Unit and API tests, on PGlite and on PostgreSQL',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
  ],
  ['Result of the unit and API tests', 'node', 'scripts/vitest-result.mjs'],
  ['Browser tests', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
]);
