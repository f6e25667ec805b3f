// Whether a load balancer should send anybody here, and why not. Migrations are applied before the server listens, so a
// database that can be written to is all that can be missing.
import { sql } from 'drizzle-orm';
import { inTime } from '../db/in-time.ts';
import { shareRunning } from '../db/share-running.ts';
import type { Deps } from '../runtime/deps.ts';

type Readiness = 'ready' | 'draining' | 'database read-only' | 'database unreachable';

// Who asks gives up after two seconds, whatever the database does.
const answerWithinMs = 1500;

// A server that takes no writes, as a copy of another one or after a fail-over, is no database to serve with.
const askDatabase = async ({ db }: Deps): Promise<Readiness> => {
  const { rows } = await db.execute<{ writable: boolean }>(
    sql`select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
  );
  return rows[0]?.writable ? 'ready' : 'database read-only';
};

export const openReadiness = (deps: Deps, isDraining: () => boolean) => {
  // Anybody may ask, and as often as they like.
  const share = shareRunning<Readiness>();
  const ask = () => inTime(askDatabase(deps), answerWithinMs).catch((): Readiness => 'database unreachable');
  return async (): Promise<Readiness> => (isDraining() ? 'draining' : share('ready', ask));
};
