// A new data folder gets a copy of a database that the build made: initdb and the migrations need not run again.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from '../../runtime/settings/places.ts';

export const template = join(dist, 'new-database');

// A process that dies while it copies leaves a folder of another name, which the next start removes.
export const prepareDatabaseFolder = (dataDir: string) => {
  if (existsSync(dataDir) || !existsSync(template)) return;
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(template, unfinished, { recursive: true });
  renameSync(unfinished, dataDir);
};
