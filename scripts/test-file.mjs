// npm run test:file -- sign-up              API and unit tests whose path contains it, on the embedded database
// npm run test:file -- sign-up -t 'twice'   of these, the tests whose name contains it. Other flags of vitest work, too
// npm run test:file -- sign-up --postgres   the same on PostgreSQL
// npm run test:file -- e2e/faucet           browser tests; -g 'part of a name' picks one
// npm run test:watch -- sign-up             the same tests again after each change; without a word, those of test:quick
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { changedFiles } from './changed/changed-files.mjs';
import { testsOf } from './changed/tests-of.mjs';
import { findPrograms } from './programs.mjs';

const own = ['--watch', '--postgres'];
const given = process.argv.slice(2);
const firstFlag = given.findIndex((arg) => arg.startsWith('-') && !own.includes(arg));
const isWord = (arg, index) => !own.includes(arg) && (firstFlag === -1 || index < firstFlag);
const named = given.filter(isWord);
const flags = given.filter((arg, index) => !own.includes(arg) && !isWord(arg, index));
const watches = given.includes('--watch');
const words = watches && !named.length ? testsOf(changedFiles()) : named;

const fail = (message) => {
  console.error(message);
  process.exit(2);
};

if (!words.length) fail('Name a test file: npm run test:file -- sign-up');

const inBrowser = words.every((word) => word.startsWith('e2e/'));
if (inBrowser && watches) fail('Browser tests cannot be watched: they drive what was built.');

const folders = { contract: 'packages/contract', web: 'apps/web', cli: 'packages/cli', api: 'apps/api' };
const findTests = (folder) =>
  globSync(`${folder}/src/**/*.test.ts`).filter((file) => words.some((word) => file.includes(word)));

// Each project takes time to start, also when it has no test to run.
const findProjects = () => {
  if (given.includes('--postgres')) return ['postgres'];
  return Object.keys(folders).filter((name) => findTests(folders[name]).length);
};

const vitest = () => {
  const projects = findProjects();
  if (!projects.length) fail(`No test file has ${words.join(' or ')} in its path.`);
  return [
    'vitest',
    watches ? 'watch' : 'run',
    ...words,
    ...flags,
    ...projects.flatMap((project) => ['--project', project]),
  ];
};

const playwright = () => [
  ...['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
  ...words.map((word) => word.slice('e2e/'.length)),
  ...flags,
];

const isShort = findTests(folders.api).length <= 2;
const [command, ...args] = inBrowser ? playwright() : vitest();
const env = {
  ...process.env,
  ...findPrograms(),
  // A test that is named runs, whatever its scope.
  TEST_SCOPE: 'all',
  ...(isShort ? { SHORT_TEST_RUN: '1' } : {}),
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled-tests',
};
const { status } = spawnSync(command, args, { stdio: 'inherit', env });
process.exit(status ?? 1);
