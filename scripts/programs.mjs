// Finds the programs that the tests drive, or installs Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const programs = [
  {
    variable: 'CHROMIUM',
    name: 'Chromium',
    // The same browser without its windows: it draws as much with less work. It does not bring its data along.
    debian: 'chromium-headless-shell chromium-common',
    places: [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
  },
  {
    variable: 'NGINX',
    name: 'nginx',
    debian: 'nginx',
    places: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'],
  },
  {
    variable: 'REDIS_SERVER',
    name: 'Redis',
    debian: 'redis-server',
    places: [
      '/usr/bin/redis-server',
      '/usr/local/bin/redis-server',
      '/opt/homebrew/bin/redis-server',
      '/usr/bin/valkey-server',
    ],
  },
  {
    // TMUX is the name of a variable that tmux sets itself.
    variable: 'TMUX_PROGRAM',
    name: 'tmux',
    debian: 'tmux',
    places: ['/usr/bin/tmux', '/usr/local/bin/tmux', '/opt/homebrew/bin/tmux'],
    // Without it the command line is not tried in real terminals, which only CI insists on.
    optional: !process.env.CI,
  },
];

const find = ({ variable, places }) =>
  [process.env[variable], ...places].find((place) => place && existsSync(place));

// In this run level a package that brings a service does not start it.
const env = { ...process.env, RUNLEVEL: '1' };
const apt = (...args) =>
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;

const install = (missing) => {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  console.log(`Installing ${missing.map(({ name }) => name).join(', ')} for the tests …`);
  const packages = missing.flatMap(({ debian }) => debian.split(' '));
  if (apt('update', '-q')) apt('install', '-y', '-q', '--no-install-recommends', ...packages);
};

// Their places, in the variables that the tests read.
export const findPrograms = () => {
  const isMissing = (program) => !find(program);
  if (programs.some(isMissing)) install(programs.filter(isMissing));
  const missing = programs.filter(isMissing);
  for (const { name, debian, variable, optional } of missing)
    console.error(
      `${optional ? `Tests that need ${name} are skipped` : `The tests need ${name}`}: install it (on Debian: apt-get install ${debian}) or set ${variable} to its path.`,
    );
  if (missing.some(({ optional }) => !optional)) process.exit(1);
  return Object.fromEntries(
    programs.filter((program) => !isMissing(program)).map((program) => [program.variable, find(program)]),
  );
};
