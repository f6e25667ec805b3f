// Opens the database that the settings name. The embedded one has its folder to itself until it is closed.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type OpenDatabase, openEmbedded, openPostgres } from '../../db/connections/open.ts';
import { openWhenThere } from '../../db/connections/open-when-there.ts';
import { prepareDatabaseFolder } from '../../db/embedded/new-database.ts';
import type { DatabaseChange } from '../../db/lifeline/outage.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { lockDataFolder } from '../../runtime/settings/data-folder.ts';

type Settings = Pick<Config, 'databaseUrl' | 'databaseLimits' | 'databaseWaitSeconds' | 'dataDir'>;

const tellChange = (log: Logger) => (change: DatabaseChange) => {
  switch (change.kind) {
    case 'lost':
      return log.error({ err: change.error }, 'database connection lost');
    case 'one lost':
      return log.warn({ err: change.error }, 'one connection to the database lost');
    case 'silent':
      return log.error('the database does not answer: calls that need it are refused until it does');
    case 'rivals':
      return log.error(
        { servers: change.servers },
        'several servers of DATABASE_URL take writes: the one that was promoted last is used',
      );
    case 'back':
      return log.info({ seconds: change.seconds }, 'the database answers again');
  }
};

export const openDatabase = async (settings: Settings, log: Logger): Promise<OpenDatabase> => {
  const { databaseUrl, databaseLimits, databaseWaitSeconds } = settings;
  if (databaseUrl) {
    const open = () => openPostgres(databaseUrl, tellChange(log), databaseLimits);
    return openWhenThere(open, databaseWaitSeconds, () => log.warn('the database is not there yet'));
  }
  const unlock = lockDataFolder(settings.dataDir);
  const dataDir = join(settings.dataDir, 'postgres');
  prepareDatabaseFolder(dataDir);
  const database = await openEmbedded({ dataDir });
  const close = async () => {
    await database.close();
    unlock();
  };
  return { ...database, close };
};
