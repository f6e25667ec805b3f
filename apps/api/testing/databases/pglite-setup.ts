// This makes one file of the build's new database, which every test then loads into memory. It is kept for the next run.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { template } from '../../src/db/embedded/new-database.ts';
import { migrationsFolder } from '../../src/runtime/settings/places.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = join(root, 'node_modules/.cache/test-databases');
const dayMs = 24 * 60 * 60 * 1000;

const describeFile = (path: string) => {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
};

const describeFolder = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => describeFile(join(path, name)));

// Every file that the dump is made from.
const nameOfDump = () => {
  const sources = [
    ...(existsSync(template) ? describeFolder(template) : []),
    ...describeFolder(migrationsFolder),
    describeFile(join(root, 'package-lock.json')),
  ];
  return `${createHash('sha256').update(sources.join('\n')).digest('hex')}.tar`;
};

// Two runs may make the same dump at once: each writes its own file and then gives it the name.
const makeDump = async (file: string) => {
  const [{ prepareDatabaseFolder }, { openEmbedded }] = await Promise.all([
    import('../../src/db/embedded/new-database.ts'),
    import('../../src/db/connections/open.ts'),
  ]);
  const unfinished = mkdtempSync(join(dirname(file), 'unfinished-'));
  const dataDir = join(unfinished, 'data');
  prepareDatabaseFolder(dataDir);
  const database = await openEmbedded({ dataDir });
  const dump = await database.embedded.dumpDataDir('none');
  await database.close();
  const written = join(unfinished, 'dump.tar');
  writeFileSync(written, Buffer.from(await dump.arrayBuffer()));
  renameSync(written, file);
  rmSync(unfinished, { recursive: true });
};

const isUnused = (path: string) => statSync(path).mtimeMs < Date.now() - dayMs;

const forgetUnused = () => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isUnused(path)) rmSync(path, { recursive: true, force: true });
  }
};

export const setup = async (project: TestProject) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, nameOfDump());
  if (existsSync(file)) utimesSync(file, new Date(), new Date());
  else await makeDump(file);
  forgetUnused();
  project.provide('pgliteDump', file);
};
