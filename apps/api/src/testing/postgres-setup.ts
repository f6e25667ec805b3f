// Starts a real PostgreSQL for the test run.
import { startPostgres } from '@ballast/harness/postgres';
import type { TestProject } from 'vitest/node';

export const setup = async (project: TestProject) => {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.remove;
};
