// Whether a load balancer should send anybody here, and why not. Migrations are applied before the server listens, so a
// database that can be written to, and the right time, are all that can be missing.
import type { ClockWatch } from '../../db/clock-skew.ts';
import { databaseState } from '../../db/connections/database-state.ts';
import type { Db } from '../../db/connections/open.ts';
import { shareRunning } from '../../db/queries/share-running.ts';
import type { KeyCheck } from '../../key-check/check-key.ts';

type Readiness = 'ready' | 'draining' | 'database read-only' | 'database unreachable' | 'clock wrong';

// Key checks read, and work while nothing can be written.
export const canRead = async (db: Db): Promise<Readiness> =>
  (await databaseState(db)) === 'unreachable' ? 'database unreachable' : 'ready';

export const canWrite = async (db: Db, clock: ClockWatch): Promise<Readiness> => {
  const [state, isTimeRight] = await Promise.all([databaseState(db), clock.mayServe()]);
  if (state !== 'ready') return `database ${state}`;
  return isTimeRight ? 'ready' : 'clock wrong';
};

// A load balancer that left the process out would end the grace of KEY_CHECK_GRACE_SECONDS.
export const inGrace =
  ({ isInGrace }: Pick<KeyCheck, 'isInGrace'>, ask: () => Promise<Readiness>) =>
  async (): Promise<Readiness> => {
    const state = await ask();
    return state === 'database unreachable' && isInGrace() ? 'ready' : state;
  };

export const openReadiness = (ask: () => Promise<Readiness>, isDraining: () => boolean) => {
  // Anybody may ask, and as often as they like.
  const share = shareRunning<Readiness>();
  return async (): Promise<Readiness> => (isDraining() ? 'draining' : share('ready', ask));
};
