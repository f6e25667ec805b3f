// Builds what is missing or older than its sources. Runs on any Node from 20.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const builds = [
  { workspace: 'apps/web', last: 'dist/index.html', what: 'the web app' },
  { workspace: 'packages/cli', last: 'dist/commands.json', what: 'the command line' },
  {
    workspace: 'packages/docs',
    last: 'dist/missing.html',
    what: 'the documentation',
    // It shows the commands of the command line and the gateways of deploy, in the look of the web app.
    reads: ['packages/cli', 'deploy', 'apps/web/src/styles'],
  },
  { workspace: 'apps/api', last: 'dist/built', what: 'the server' },
];

const newest = (path) => {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const isSource = (name) => !['node_modules', 'dist', 'testing'].includes(name) && !name.includes('.test.');
  const names = readdirSync(path).filter(isSource);
  return Math.max(0, ...names.map((name) => newest(join(path, name))));
};

const mtime = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isStale = ({ workspace, last, reads = [] }) => {
  const sources = [workspace, ...reads, 'packages/contract', 'package-lock.json'];
  return mtime(join(workspace, last)) < Math.max(...sources.map((path) => newest(join(root, path))));
};

export const npm = (args) => {
  // Under npm its own script is known; called by hand, the command is.
  const script = process.env.npm_execpath;
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

export const buildStale = () => {
  for (const build of builds.filter(isStale)) {
    console.log(`Building ${build.what} …`);
    npm(['run', '--silent', 'build', '-w', build.workspace]);
  }
};
