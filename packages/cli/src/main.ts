#!/usr/bin/env node
// Answers --version before anything else is loaded.
import module from 'node:module';
import { endWith, leaveWithReader, standardOutput } from './terminal/streams.ts';
import { readPackageInfo } from './version/package-info.ts';

leaveWithReader();
const args = process.argv.slice(2);
const info = readPackageInfo();
const [first] = args;

if (args.length === 1 && first && ['--version', '-v', '-V', 'version'].includes(first)) {
  standardOutput.print(info.version);
} else {
  // Node 22 and newer.
  module.enableCompileCache?.();
  const { run } = await import('./run.ts');
  endWith(await run(args, info));
}
