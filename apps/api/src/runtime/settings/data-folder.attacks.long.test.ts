// The data folder, as another user of the machine finds it.
import { chmod, lstat, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDeveloper } from '@ballast/harness/developer';
import { startPortal } from '@ballast/harness/portal';
import { expect, test } from 'vitest';

const openToOthers = async (folder: string) => {
  const open: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const entry = await lstat(join(folder, name));
    if (!entry.isSymbolicLink() && entry.mode & 0o077)
      open.push(`${name} ${(entry.mode & 0o777).toString(8)}`);
  }
  return open;
};

test('row 17: a data folder that was open to others is closed at start, with all that the portal keeps in it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-open-'));
  const elsewhere = await mkdtemp(join(tmpdir(), 'ballast-elsewhere-'));
  await chmod(elsewhere, 0o755);
  await chmod(dataDir, 0o755);
  const first = await startPortal({ DATA_DIR: dataDir });
  await newDeveloper(first.url);
  expect(await openToOthers(dataDir)).toEqual([]);
  expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
  await first.stop();

  // Somebody copies it back from elsewhere, and nothing is closed any more.
  const names = await readdir(dataDir, { recursive: true });
  for (const name of names) {
    const path = join(dataDir, name);
    await chmod(path, (await lstat(path)).isDirectory() ? 0o777 : 0o666);
  }
  await chmod(dataDir, 0o777);
  // A link leads to what is not the portal's, and other files are not the portal's either.
  await symlink(elsewhere, join(dataDir, 'postgres-link'));
  await writeFile(join(dataDir, 'notes.txt'), '', { mode: 0o644 });
  await chmod(join(dataDir, 'notes.txt'), 0o644);
  const second = await startPortal({ DATA_DIR: dataDir });
  expect(await openToOthers(dataDir)).toEqual(['notes.txt 644']);
  expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await lstat(elsewhere)).mode & 0o777).toBe(0o755);
  await second.stop();
  for (const folder of [dataDir, elsewhere]) await rm(folder, { recursive: true, force: true });
});
