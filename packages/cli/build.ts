// npm run build: everything the tool needs in a few files, the package.json it is packed with, and the commands' help
// as data.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import packageJson from './package.json' with { type: 'json' };
import { describe } from './src/help/describe.ts';
import { manPages } from './src/help/man-pages.ts';
import { createProgram } from './src/program.ts';
import { openTerminal } from './src/terminal/terminal.ts';

const dist = join(import.meta.dirname, 'dist');
const { version, devDependencies } = packageJson;
const keychain = '@napi-rs/keyring';

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

const bundle = await rolldown({
  input: join(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  // Native and optional: npm installs it beside the bundle where it can.
  external: [keychain],
  transform: { target: 'node20' },
});
// What a command imports when it runs is a file of its own, so that `--version` reads next to nothing.
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: 'ballast.mjs',
  chunkFileNames: '[name]-[hash].mjs',
  minify: true,
});
await bundle.close();
chmodSync(join(dist, 'ballast.mjs'), 0o755);

const program = createProgram({
  env: {},
  terminal: openTerminal({}),
  info: { version },
  folder: dist,
  flags: {},
});
const manual = describe(program);

mkdirSync(join(dist, 'man'));
const pages = manPages(manual, version);
for (const { name, content } of pages) writeFileSync(join(dist, 'man', name), content);

const packed = {
  name: 'ballast',
  version,
  description: 'The Ballast developer portal on the command line',
  license: 'UNLICENSED',
  type: 'module',
  bin: { ballast: 'ballast.mjs' },
  man: pages.map(({ name }) => `man/${name}`),
  engines: { node: '>=20.12' },
  optionalDependencies: { [keychain]: devDependencies[keychain] },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);

// Written last: its time stamp says that the build is whole.
writeFileSync(join(dist, 'commands.json'), `${JSON.stringify(manual, null, 2)}\n`);
