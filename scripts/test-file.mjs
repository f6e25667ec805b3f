// npm run test:file -- sign-up            API and unit tests whose path contains it, on the embedded database
// npm run test:file -- sign-up --postgres  the same on PostgreSQL
// npm run test:file -- e2e/faucet          browser tests; -g 'part of a name' picks one
import { spawnSync } from 'node:child_process';
import { findPrograms } from './programs.mjs';

const [name, ...rest] = process.argv.slice(2);
if (!name) {
  console.error('Name a test file: npm run test:file -- sign-up');
  process.exit(2);
}

const inBrowser = name.startsWith('e2e/');
const projects = rest.includes('--postgres') ? ['postgres'] : ['contract', 'web', 'cli', 'api'];
const command = inBrowser
  ? ['playwright', 'test', '--config', 'e2e/playwright.config.ts', name.slice('e2e/'.length), ...rest]
  : ['vitest', 'run', name, ...projects.flatMap((project) => ['--project', project])];

// Whoever names a test wants it, whatever its scope.
const env = { ...process.env, ...findPrograms(), TEST_SCOPE: 'all' };
const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit', env });
process.exit(status ?? 1);
