// This makes one file of the build's new database, which every test then loads into memory.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabaseFolder } from '../src/db/new-database.ts';
import { openEmbedded } from '../src/db/open.ts';

export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-pglite-'));
  const dataDir = join(folder, 'data');
  prepareDatabaseFolder(dataDir);
  const database = await openEmbedded({ dataDir });
  const dump = await database.embedded.dumpDataDir('none');
  const file = join(folder, 'dump.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await database.close();

  project.provide('pgliteDump', file);
  return () => rm(folder, { recursive: true });
};
