// Finds the programs that the tests run beside the portal, or installs Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The variable names the program's place where it is another one.
const programs = [
  {
    title: 'Chromium',
    package: 'chromium',
    variable: 'CHROMIUM',
    places: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
  },
  {
    title: 'nginx',
    package: 'nginx',
    variable: 'NGINX',
    places: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'],
  },
  {
    title: 'Redis',
    package: 'redis-server',
    variable: 'REDIS_SERVER',
    places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
  },
];

const placeOf = ({ variable, places }) =>
  [process.env[variable], ...places].find((place) => place && existsSync(place));

// In this run level a package that brings a service does not start it.
const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
const apt = (...args) =>
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;

const install = (missing) => {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  console.log(`Installing ${missing.map(({ title }) => title).join(', ')} for the tests …`);
  const packages = missing.map((program) => program.package);
  if (apt('update', '-q')) apt('install', '-y', '-q', '--no-install-recommends', ...packages);
};

// Puts the place of each into the environment, where the tests look for it.
export const findPrograms = () => {
  const missing = programs.filter((program) => !placeOf(program));
  if (missing.length) install(missing);
  for (const program of programs) {
    const place = placeOf(program);
    if (!place) {
      const { title, variable } = program;
      console.error(
        `The tests need ${title}: install it (on Debian: apt-get install ${program.package}) or set ${variable} to its path.`,
      );
      process.exit(1);
    }
    process.env[program.variable] = place;
  }
};
