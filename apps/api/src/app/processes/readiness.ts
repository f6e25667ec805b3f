// Whether a load balancer should send anybody here, and why not. Migrations are applied before the server listens, so a
// database that can be written to is all that can be missing.
import { databaseState } from '../../db/connections/database-state.ts';
import type { Db } from '../../db/connections/open.ts';
import { shareRunning } from '../../db/queries/share-running.ts';

type Readiness = 'ready' | 'draining' | 'database read-only' | 'database unreachable';

// Key checks read, and work while nothing can be written.
export const canRead = async (db: Db): Promise<Readiness> =>
  (await databaseState(db)) === 'unreachable' ? 'database unreachable' : 'ready';

export const canWrite = async (db: Db): Promise<Readiness> => {
  const state = await databaseState(db);
  return state === 'ready' ? state : `database ${state}`;
};

export const openReadiness = (ask: () => Promise<Readiness>, isDraining: () => boolean) => {
  // Anybody may ask, and as often as they like.
  const share = shareRunning<Readiness>();
  return async (): Promise<Readiness> => (isDraining() ? 'draining' : share('ready', ask));
};
