// Makes one migrated PGlite folder as a file, which every test file then loads in a fraction of initdb's time.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../db/open.ts';
import { queues } from '../job-handlers.ts';
import { openJobs } from '../jobs/jobs.ts';

export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-pglite-'));
  const database = await openEmbedded({ dataDir: join(folder, 'data') });
  const jobs = await openJobs(database, queues, pino({ level: 'silent' }));
  await jobs.stop();
  const dump = await database.embedded?.dumpDataDir('none');
  if (!dump) throw new Error('PGlite gave no dump');
  const file = join(folder, 'dump.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await database.close();

  project.provide('pgliteDump', file);
  return () => rm(folder, { recursive: true });
};
