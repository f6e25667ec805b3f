// This folder holds the embedded database and the generated secrets. One process owns it at a time.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupProblem } from './config.ts';

export const prepareDataFolder = (dataDir: string) => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartupProblem(
      `The data folder ${dataDir} is not writable (${(error as NodeJS.ErrnoException).code})`,
    );
  }
};

// PGlite has no lock of its own, and two processes on one folder destroy it. SQLite's file lock belongs to the
// kernel: it ends with the process however it dies, and needs no guess about stale process ids.
export const lockDataFolder = (dataDir: string) => {
  try {
    const lock = new DatabaseSync(join(dataDir, 'lock'));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    if (!(error as Error).message.includes('locked')) throw error;
    throw new StartupProblem(`The data folder ${dataDir} is in use by another process`);
  }
};
