// npm run standalone: the command line as one executable for Linux on this processor, which needs neither Node nor npm, with its checksum beside it.
// Another folder than dist may be named, as the test does.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cliExecutables } from '@ballast/contract/portal';
import { inject } from 'postject';
import { rolldown } from 'rolldown';

// The mark at which Node's executable expects an embedded script.
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const cli = join(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'));
const name = cliExecutables.find((each) => each === `ballast-${process.platform}-${process.arch}`);

if (!name) {
  console.error(`It is built on the system that it is for: ${cliExecutables.join(', ')}.`);
  process.exit(1);
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const at = (file: string) => join(dist, file);

const bundle = await rolldown({
  input: join(cli, 'src/standalone.ts'),
  platform: 'node',
  // Native: an executable keeps its tokens in the file.
  external: ['@napi-rs/keyring'],
});
await bundle.write({ file: at('ballast.cjs'), format: 'cjs', minify: true, codeSplitting: false });
await bundle.close();

const settings = {
  main: at('ballast.cjs'),
  output: at('ballast.blob'),
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  assets: { 'package.json': join(cli, 'dist/package.json') },
};
writeFileSync(at('settings.json'), JSON.stringify(settings));
execFileSync(process.execPath, ['--experimental-sea-config', at('settings.json')], { stdio: 'ignore' });

copyFileSync(process.execPath, at(name));
chmodSync(at(name), 0o755);
await inject(at(name), 'NODE_SEA_BLOB', readFileSync(at('ballast.blob')), { sentinelFuse: fuse });
for (const file of ['ballast.cjs', 'ballast.blob', 'settings.json']) rmSync(at(file));

// Written last: where it is, the executable is whole.
const checksum = createHash('sha256')
  .update(readFileSync(at(name)))
  .digest('hex');
writeFileSync(at(`${name}.sha256`), `${checksum}  ${name}\n`);
