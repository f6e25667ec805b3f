// npm run operator -- migrate: prepares PostgreSQL for this version, jobs included, so that a role without rights to change the
// schema can serve.
import { pino } from 'pino';
import { openPostgres } from '../db/connections/open.ts';
import { named, openServers } from '../db/connections/servers.ts';
import { databaseProblem } from '../db/connections/start-problems.ts';
import { migratePostgres } from '../db/migrate-postgres.ts';
import { OperatorProblem } from '../features/operator/command-line/problems.ts';
import { openJobs } from '../jobs/jobs.ts';
import { StartupProblem } from '../runtime/failure.ts';
import { readDatabaseUrl } from '../runtime/settings/config.ts';
import { queues } from './job-handlers.ts';

const log = pino({ level: 'silent' });

const migrateAll = async (url: string) => {
  const own = named(url, 'ballast migrate');
  const applied = await migratePostgres(openServers(own));
  const database = await openPostgres(own, () => {});
  const jobs = await openJobs(database, queues, log);
  await jobs.stop();
  await database.close();
  return { applied };
};

export const migrate = async (env: Record<string, string | undefined>) => {
  try {
    const url = readDatabaseUrl(env);
    if (url) return await migrateAll(url);
  } catch (error) {
    const problem = error instanceof StartupProblem ? error.message : databaseProblem(error);
    throw problem ? new OperatorProblem(problem) : error;
  }
  throw new OperatorProblem(
    'DATABASE_URL names no PostgreSQL: the embedded database is migrated when the portal starts.',
  );
};
