// A .env file gets one variable; every other line stays as it is.
import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CliFailure } from '../failures.ts';
import { findProgram } from '../system/find-program.ts';
import { writePrivateFile } from '../system/write-file.ts';

export const readEnvFile = async (file: string) => {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // A link could lead out of the project, and what it leads to would be written.
  if (found && !found.isFile()) throw new CliFailure('refused', `${file} is not a file of its own.`);
  return found ? readFile(file, 'utf8') : null;
};

// A value that held a line break, a quote or a dollar sign could set other variables of the program that reads the file.
const isKeyValue = (value: string) => /^[\w-]+$/.test(value);

// Lines that set the variable more than once become one.
export const withVariable = (text: string, name: string, value: string) => {
  if (!isKeyValue(value))
    throw new CliFailure(
      'refused',
      'The portal sent a key with characters that no key has. Nothing was written.',
    );
  const isSet = (line: string) => /^\s*(?:export\s+)?([^\s=]+)\s*=/.exec(line)?.[1] === name;
  const line = `${name}=${value}`;
  const lines = text.split('\n');
  const at = lines.findIndex(isSet);
  const others = lines.filter((each, i) => i === at || !isSet(each));
  if (at !== -1) return others.map((each) => (isSet(each) ? line : each)).join('\n');
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
};

export const writeEnvFile = (file: string, text: string) =>
  writePrivateFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure('failed', `${file} cannot be written (${error.code}).`);
  });

// Outside a repository, and without git, nothing can be committed by mistake.
export const mayBeCommitted = (env: NodeJS.ProcessEnv, file: string) => {
  const program = findProgram('git', { env, platform: process.platform });
  if (!program) return false;
  const git = (...args: string[]) =>
    spawnSync(program, ['-c', 'core.fsmonitor=false', ...args, '--', basename(file)], {
      cwd: dirname(file),
      stdio: 'ignore',
    }).status;
  return git('ls-files', '--error-unmatch') === 0 || git('check-ignore', '--quiet') === 1;
};
