// Opens the database that the settings name. The embedded one has its folder to itself until it is closed.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type OpenDatabase, openEmbedded, openPostgres } from '../../db/connections/open.ts';
import { openWhenThere } from '../../db/connections/open-when-there.ts';
import { prepareDatabaseFolder } from '../../db/embedded/new-database.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { lockDataFolder } from '../../runtime/settings/data-folder.ts';

type Settings = Pick<Config, 'databaseUrl' | 'databaseLimits' | 'databaseWaitSeconds' | 'dataDir'>;

export const openDatabase = async (settings: Settings, log: Logger): Promise<OpenDatabase> => {
  const { databaseUrl, databaseLimits, databaseWaitSeconds } = settings;
  const onError = (error: Error) => log.error({ err: error }, 'database connection lost');
  if (databaseUrl) {
    const open = () => openPostgres(databaseUrl, onError, databaseLimits);
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
