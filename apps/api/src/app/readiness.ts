// Whether a load balancer should send anybody here, and why not. Migrations are applied before the server listens, so a
// database that can be written to is all that can be missing.
import { databaseState } from '../db/database-state.ts';
import { shareRunning } from '../db/share-running.ts';
import type { Deps } from '../runtime/deps.ts';

type Readiness = 'ready' | 'draining' | 'database read-only' | 'database unreachable';

export const openReadiness = ({ db }: Pick<Deps, 'db'>, isDraining: () => boolean) => {
  // Anybody may ask, and as often as they like.
  const share = shareRunning<Readiness>();
  const ask = async (): Promise<Readiness> => {
    const state = await databaseState(db);
    return state === 'ready' ? state : `database ${state}`;
  };
  return async (): Promise<Readiness> => (isDraining() ? 'draining' : share('ready', ask));
};
