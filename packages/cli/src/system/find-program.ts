// Finds a program in the absolute folders of PATH alone. Windows, and a PATH with an empty or relative entry,
// would also run a program of a cloned repository.
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export type Machine = { env: NodeJS.ProcessEnv; platform: NodeJS.Platform };

// Windows calls it Path, and a copy of the environment is case-sensitive.
const pathOf = (env: NodeJS.ProcessEnv) =>
  Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';

// Scripts (.cmd, .bat) are left out: they would be run by a shell.
const endings = (platform: NodeJS.Platform) => (platform === 'win32' ? ['.exe', '.com'] : ['']);

export const possiblePlaces = (program: string, { env, platform }: Machine) => {
  const { isAbsolute, join, delimiter } = platform === 'win32' ? win32 : posix;
  if (isAbsolute(program)) return [program];
  if (/[\\/]/.test(program)) return [];
  const names = /\.(exe|com)$/i.test(program) ? [''] : endings(platform);
  return pathOf(env)
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((ending) => join(folder, `${program}${ending}`)));
};

const isProgram = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

export const findProgram = (program: string, machine: Machine) =>
  possiblePlaces(program, machine).find(isProgram) ?? null;
