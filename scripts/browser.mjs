// Finds the Chromium that the browser tests drive, or installs Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = () => places.find((place) => place && existsSync(place));

const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

export const findBrowser = () => {
  const found = find();
  if (found) return found;
  const debian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (debian) {
    console.log('Installing Chromium for the browser tests …');
    if (apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', 'chromium'))
      return find();
  }
  console.error(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
  process.exit(1);
};
