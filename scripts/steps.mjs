// Runs commands one after the other, shows how far it is, and ends with a summary in one screen.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

// More failures would push the steps off the screen.
const mostShown = 8;

// Longer names would fill several lines.
const longestName = 180;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

// A step that reads a report is judged by it: { passed, failed, skipped, failures }. Any other is judged by its exit code.
const judge = (status, report) => {
  if (!report) return { ok: status === 0, skipped: [], failures: [] };
  const { passed, failed, skipped, failures } = report();
  return { ok: failed === 0 && passed > 0 && status === 0, passed, failed, skipped, failures };
};

const runStep = ({ title, command, env, report }, place) => {
  console.log(`\n▸ ${place} ${title}`);
  const began = performance.now();
  const [program, ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const result = { title, ms: performance.now() - began, ...judge(status, report) };
  console.log(`${result.ok ? '✓' : '✗'} ${place} ${title} (${seconds(result.ms)})`);
  return result;
};

const count = (passed, failed, skipped) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

const showResult = ({ title, ms, ok, passed, failed, skipped }) => {
  const counts = passed === undefined ? '' : count(passed, failed, skipped.length);
  return `  ${ok ? '✓' : '✗'} ${title.padEnd(44)}${seconds(ms).padStart(9)}   ${counts}`.trimEnd();
};

const sum = (results, of) => results.reduce((total, result) => total + (of(result) ?? 0), 0);

export const runSteps = (steps) => {
  const results = steps.map((step, index) => runStep(step, `${index + 1}/${steps.length}`));
  const failures = results.flatMap((result) => result.failures);
  const skipped = results.flatMap((result) => result.skipped);
  if (skipped.length) console.log(`\n${skipped.length} skipped`);
  for (const test of skipped) console.log(`  ↓ ${test.slice(0, longestName)}`);
  console.log(`\nSummary, ${seconds(sum(results, ({ ms }) => ms))} in all`);
  for (const result of results) console.log(showResult(result));
  for (const failure of failures.slice(0, mostShown)) console.log(`\n✗ ${failure}`);
  if (failures.length > mostShown) console.log(`\n… and ${failures.length - mostShown} more`);
  const passed = sum(results, (result) => result.passed);
  const failed = sum(results, (result) => result.failed);
  if (passed) console.log(`\n${count(passed, failed, skipped.length)}`);
  process.exit(results.every(({ ok }) => ok) ? 0 : 1);
};
