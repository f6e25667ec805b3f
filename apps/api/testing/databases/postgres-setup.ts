// Starts a real PostgreSQL for the test run, with a database that is ready for use and that every test gets a copy of.
import { startPostgres } from '@ballast/harness/postgres';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { queues } from '../../src/app/job-handlers.ts';
import { openPostgres } from '../../src/db/connections/open.ts';
import { openJobs } from '../../src/jobs/jobs.ts';
import { templateName } from './database.ts';

const makeTemplate = async (serverUrl: string) => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();

  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  const database = await openPostgres(url.href, () => {});
  const jobs = await openJobs(database, queues, pino({ level: 'silent' }));
  await jobs.stop();
  await database.close();
};

export const setup = async (project: TestProject) => {
  const server = await startPostgres();
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  return server.remove;
};
