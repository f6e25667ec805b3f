// Installs and builds what is missing or stale. Runs on any Node from 20, with nothing installed.
// --all also installs what only the tests and measurements need.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale, npm } from './builds.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = process.argv.includes('--all');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const stampFile = join(root, 'node_modules/.ballast-installed');

// The library for a real network is only installed where the faucet is set to one.
const givesRealTokens = () => {
  if (process.env.FAUCET_RPC_URL) return true;
  const file = join(root, '.env');
  return existsSync(file) && /^[ \t]*FAUCET_RPC_URL[ \t]*=[ \t]*\S/m.test(readFileSync(file, 'utf8'));
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

// The network of the faucet's tests comes with 20 to 40 MB for each platform that there is.
const dropForeignNetworks = () => {
  const builds = join(root, 'node_modules/@nomicfoundation');
  if (!existsSync(builds)) return;
  const isForeign = (name) =>
    name.startsWith('edr-') && !name.startsWith(`edr-${process.platform}-${process.arch}`);
  for (const build of readdirSync(builds).filter(isForeign)) rmSync(join(builds, build), { recursive: true });
};

if (!installed()) {
  console.log(all ? 'Installing everything, tests included …' : 'Installing what the portal needs to run …');
  const workspaces = [
    'packages/contract',
    'packages/cli',
    'packages/docs',
    'apps/api',
    'apps/web',
    ...(givesRealTokens() ? ['packages/evm'] : []),
  ];
  const onlyRunning = ['--omit=dev', ...workspaces.flatMap((workspace) => ['-w', workspace])];
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(all ? [] : onlyRunning)]);
  dropNodeHeaders();
  dropForeignNetworks();
  writeFileSync(stampFile, `${all ? 'all' : running} ${lock}\n`);
}

buildStale();
