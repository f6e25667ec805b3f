// What the test runners wrote about their tests: how many passed, which were skipped, and what is known of those that failed.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = 'node_modules/.cache';
export const vitestFile = `${folder}/vitest-report.json`;
export const strayErrorsFile = `${folder}/vitest-stray-errors.json`;
export const playwrightFile = `${folder}/playwright-report.json`;

// The report of an earlier run must not pass for this one's.
export const forgetReports = () => {
  for (const file of [vitestFile, strayErrorsFile, playwrightFile]) rmSync(file, { force: true });
};

const noReport = (file) => ({
  passed: 0,
  failed: 1,
  skipped: [],
  failures: [`${file} is missing: the runner did not end`],
});

const read = (file, summarize) => {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return noReport(file);
  }
  return summarize(report);
};

const linesOfMessage = 12;
// The runner's own calls say nothing about the failure.
const isOurs = (line) => !line.includes('/node_modules/');
const shorten = (message) => message.split('\n').filter(isOurs).slice(0, linesOfMessage).join('\n');
const describe = (file, title, message) => `${relative('.', file)} › ${title}\n${shorten(message)}`;

// An error outside of any test, such as a rejection that nobody handled, makes a run red, too.
const strayErrors = () =>
  existsSync(strayErrorsFile) ? JSON.parse(readFileSync(strayErrorsFile, 'utf8')) : [];

// A file runs once for each database, so a test that one of them skips may have passed on the other.
const skippedOf = (testResults) => {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      name: `${relative('.', name)} › ${fullName}`,
      status,
    })),
  );
  const passed = new Set(tests.filter(({ status }) => status === 'passed').map(({ name }) => name));
  return tests
    .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
    .map(({ name }) => (passed.has(name) ? `${name} (passed on the other database)` : name));
};

// vitest's own exit code cannot be trusted: the PostgreSQL of the tests installs a hook that ends the process with 0.
export const vitestReport = () =>
  read(vitestFile, ({ success, numPassedTests, numFailedTests, testResults }) => {
    const failures = testResults.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (!tests.length && message) return [describe(name, 'the file', message)];
      return tests.map((test) => describe(name, test.fullName, test.failureMessages.join('\n')));
    });
    const stray = strayErrors().map((message) => `outside of any test\n${shorten(message)}`);
    const failed = Math.max(numFailedTests, failures.length, success ? 0 : 1) + stray.length;
    return {
      passed: numPassedTests,
      failed,
      skipped: skippedOf(testResults),
      failures: [...failures, ...stray],
    };
  });

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

// A test that passed when it was repeated is red, too.
const redStatuses = ['unexpected', 'flaky'];

export const playwrightReport = () =>
  read(playwrightFile, ({ stats, suites, errors }) => {
    const failures = suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some(({ status }) => redStatuses.includes(status)))
      .map(({ file, title, tests }) => {
        const { results } = tests[0];
        const found = results[0].errors;
        const places = results
          .flatMap(({ attachments }) => attachments)
          .filter(({ path }) => path)
          .map(({ name, path }) => `${name}: ${relative('.', path)}`);
        const message = found
          .map((error) => shorten(stripVTControlCharacters(error.message ?? '')))
          .join('\n');
        return [describe(`e2e/${file}`, title, message), ...places].join('\n');
      });
    const skipped = suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
      .map(({ file, title }) => `e2e/${file} › ${title}`);
    const outside = errors.map((error) => stripVTControlCharacters(error.message ?? ''));
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + outside.length,
      skipped,
      failures: [...failures, ...outside],
    };
  });
