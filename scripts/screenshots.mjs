// npm run screenshots: pictures of every screen in both themes and three widths, and one sheet of all of them, in the folder
// screenshots. `-- keys` takes those whose name contains it, `-- --readme` also makes README's picture.
import { spawnSync } from 'node:child_process';
import { findPrograms } from './programs.mjs';

const words = process.argv.slice(2);
const [name] = words.filter((word) => !word.startsWith('--'));
const env = { ...process.env, ...findPrograms() };
const run = (...command) => spawnSync(command[0], command.slice(1), { stdio: 'inherit', env }).status ?? 1;

const taken = run(
  ...['playwright', 'test', '--config', 'e2e/screenshots.config.ts', ...(name ? ['-g', name] : [])],
);
// A screen that could not be opened is named above; the sheet shows the others.
const shown = run(
  'node',
  'e2e/screenshots/contact-sheet.ts',
  ...words.filter((word) => word.startsWith('--')),
);
process.exit(taken || shown);
