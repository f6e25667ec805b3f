// Portals as processes on the database that this run is about.
import { openPortals } from '@ballast/harness/portals';
import { databaseVariables } from './database.ts';

export const portalProcesses = async (settings: Record<string, string> = {}) =>
  openPortals({ ...(await databaseVariables()), ...settings });
