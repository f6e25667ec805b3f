// npm run operator -- restore: puts a backup in the place of all that the database holds, while no portal serves from it.
import { counted } from '@ballast/contract/counted';
import type { OperatorNames } from '@ballast/contract/operator/operator';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { BackupProblem, countRows } from '../db/backup/backup-file.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import type { OpenDatabase } from '../db/connections/open.ts';
import { named } from '../db/connections/servers.ts';
import { databaseProblem } from '../db/connections/start-problems.ts';
import { codesOf } from '../db/error-codes.ts';
import { OperatorProblem } from '../features/operator/command-line/problems.ts';
import { recordOperation } from '../features/operator/log/operator-log.ts';
import { operatorNamed } from '../identity/actor.ts';
import { endAllAfterBackup } from '../identity/open-items.ts';
import { openJobs } from '../jobs/jobs.ts';
import { StartupProblem } from '../runtime/failure.ts';
import { type Config, readConfig } from '../runtime/settings/config.ts';
import { prepareDataFolder } from '../runtime/settings/data-folder.ts';
import { openPepper } from '../secrets/pepper.ts';
import { loadSecrets, openSecrets } from '../secrets/secrets.ts';
import { queues } from './job-handlers.ts';
import { openDatabase } from './parts/open-database.ts';
import { tables } from './tables.ts';

type Env = Record<string, string | undefined>;

const log = pino({ level: 'silent' });
const ownName = 'ballast restore';

const refuseWhileServed = async ({ db, url }: OpenDatabase) => {
  if (!url) return;
  const { rows } = await db.execute<{ others: number }>(sql`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> ${ownName}`);
  const others = rows[0]?.others ?? 0;
  if (others)
    throw new OperatorProblem(
      `${counted(others, 'connection uses', 'connections use')} this database: stop every portal first.`,
    );
};

const restoreInto = async (
  database: OpenDatabase,
  config: Config,
  file: string,
  { name, as }: OperatorNames,
) => {
  await refuseWhileServed(database);
  // The queue makes its own tables.
  const jobs = await openJobs(database, queues, log);
  await jobs.stop();
  const secrets = openSecrets(config, loadSecrets(config));
  const parts = { tables, now: () => new Date(), tokenPepper: openPepper(() => secrets.list('pepper')), log };
  return restoreBackup(database.patientDb, file, async (tx, { takenAt }) => {
    await endAllAfterBackup(parts, tx);
    await recordOperation(parts, tx, operatorNamed(name, as), {
      action: 'restore',
      target: `file ${file}`,
      after: { takenAt },
    });
  });
};

// A restore empties and fills every table, which a role that only serves may not do.
const insufficientPrivilege = '42501';
const ownerNeeded =
  'The role in DATABASE_URL may not restore: run this with the owner of the database in DATABASE_URL, as npm run operator -- migrate is.';

const explain = (error: unknown): never => {
  if (error instanceof StartupProblem || error instanceof BackupProblem)
    throw new OperatorProblem(error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  if (path && code) throw new OperatorProblem(`${path} cannot be read (${code}).`);
  if (codesOf(error).includes(insufficientPrivilege)) throw new OperatorProblem(ownerNeeded);
  const problem = databaseProblem(error);
  throw problem ? new OperatorProblem(problem) : error;
};

export const restore = async (env: Env, file: string, actor: OperatorNames) => {
  try {
    const config = readConfig(env);
    prepareDataFolder(config.dataDir);
    const database = await openDatabase(
      { ...config, databaseUrl: config.databaseUrl && named(config.databaseUrl, ownName) },
      log,
    );
    const { takenAt, sums } = await restoreInto(database, config, file, actor).finally(database.close);
    return { takenAt, tables: countRows(sums) };
  } catch (error) {
    return explain(error);
  }
};
