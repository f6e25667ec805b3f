// This folder holds the embedded database and the generated secrets. One process owns it at a time.
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupProblem } from '../failure.ts';

const othersBits = 0o077;

// Takes away what others may do with a file or a folder and all in it. Links are left alone: they lead elsewhere.
const closeEntry = (path: string) => {
  try {
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) return;
    if (entry.mode & othersBits) chmodSync(path, entry.mode & 0o700);
    if (entry.isDirectory()) for (const name of readdirSync(path)) closeEntry(join(path, name));
  } catch (error) {
    // Another process that starts at the same time has its own socket and takes it away again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

// The folder may be one that somebody also uses otherwise, so only what is the portal's own is closed in it.
const ownNames = /^(postgres|secrets\.json|mailbox\.jsonl|lock|operator\.sock)/;

// Closes the data folder to other users. It is called once more when the embedded database is open, because that gives a
// few files modes of its own.
export const closeDataFolder = (dataDir: string) => {
  try {
    const { mode } = statSync(dataDir);
    if (mode & othersBits) chmodSync(dataDir, mode & 0o700);
    for (const name of readdirSync(dataDir)) if (ownNames.test(name)) closeEntry(join(dataDir, name));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new StartupProblem(
      `${path} is open to other users and cannot be closed to them (${code}): make the data folder yours, with mode 0700`,
    );
  }
};

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
