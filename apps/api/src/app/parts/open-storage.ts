// What outlives a process: its data folder, the secrets and the database.
import type { Logger } from 'pino';
import type { Config } from '../../runtime/settings/config.ts';
import { closeDataFolder, prepareDataFolder } from '../../runtime/settings/data-folder.ts';
import { loadSecrets } from '../../secrets/secrets.ts';
import { openDatabase } from './open-database.ts';

export const openStorage = async (config: Config, log: Logger) => {
  prepareDataFolder(config.dataDir);
  closeDataFolder(config.dataDir);
  const secrets = loadSecrets(config);
  const database = await openDatabase(config, log);
  closeDataFolder(config.dataDir);
  return { secrets, database };
};
