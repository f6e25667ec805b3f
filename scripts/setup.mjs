// Installs and builds what is missing or stale. Runs on any Node from 20, with nothing installed.
// --all also installs what only the tests and measurements need.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = process.argv.includes('--all');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const stampFile = join(root, 'node_modules/.ballast-installed');

const npm = (args) => {
  // Under npm its own script is known; called by hand, the command is.
  const script = process.env.npm_execpath;
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

// The library for a real network is only installed where the faucet is set to one.
const givesRealTokens = () => {
  if (process.env.FAUCET_RPC_URL) return true;
  const file = join(root, '.env');
  return existsSync(file) && /^\s*FAUCET_RPC_URL\s*=\s*\S/m.test(readFileSync(file, 'utf8'));
};
const running = givesRealTokens() ? 'running-with-network' : 'running';

const installed = () => {
  if (!existsSync(stampFile)) return false;
  const [what, ofLock] = readFileSync(stampFile, 'utf8').trim().split(' ');
  return (
    ofLock === lock && (what === 'all' || (!all && (what === running || what === 'running-with-network')))
  );
};

// The bundled Node brings 67 MB of C headers, for compiling native modules: there are none to compile.
const dropNodeHeaders = () => {
  const builds = join(root, 'node_modules/node/node_modules');
  if (!existsSync(builds)) return;
  for (const build of readdirSync(builds).filter((name) => name.startsWith('node-')))
    rmSync(join(builds, build, 'include'), { recursive: true, force: true });
};

const newest = (path) => {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'node_modules' && name !== 'dist');
  return Math.max(0, ...names.map((name) => newest(join(path, name))));
};

const mtime = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (!installed()) {
  console.log(all ? 'Installing everything, tests included …' : 'Installing what the portal needs to run …');
  const workspaces = [
    'packages/contract',
    'packages/cli',
    'apps/api',
    'apps/web',
    ...(givesRealTokens() ? ['packages/evm'] : []),
  ];
  const onlyRunning = ['--omit=dev', ...workspaces.flatMap((workspace) => ['-w', workspace])];
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(all ? [] : onlyRunning)]);
  dropNodeHeaders();
  writeFileSync(stampFile, `${all ? 'all' : running} ${lock}\n`);
}

const builds = [
  { workspace: 'apps/web', last: 'dist/index.html', what: 'the web app' },
  { workspace: 'packages/cli', last: 'dist/commands.json', what: 'the command line' },
];
for (const { workspace, last, what } of builds) {
  const sources = [workspace, 'packages/contract', 'package-lock.json'].map((path) =>
    newest(join(root, path)),
  );
  if (mtime(join(workspace, last)) >= Math.max(...sources)) continue;
  console.log(`Building ${what} …`);
  npm(['run', '--silent', 'build', '-w', workspace]);
}
