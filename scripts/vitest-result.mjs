// Fails when a test of the last run failed, or when none ran. vitest's own exit code cannot be trusted here: the embedded
// PostgreSQL of the tests installs an exit hook that ends the process with 0.
import { readFileSync } from 'node:fs';

export const resultFile = 'node_modules/.cache/vitest-result.json';

if (process.argv[1]?.endsWith('vitest-result.mjs')) {
  const { success, numPassedTests, numFailedTests } = JSON.parse(readFileSync(resultFile, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
  process.exit(success && numPassedTests > 0 ? 0 : 1);
}
