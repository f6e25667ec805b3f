import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

// Replaces a file atomically. Only its owner can read it at any moment, whatever permissions it had before.
export const writePrivateFile = async (file: string, text: string) => {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
};
