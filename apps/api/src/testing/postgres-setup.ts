// Starts a real PostgreSQL for the test run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-postgres-'));
  const server = await startPostgres(join(folder, 'data'));
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
};
