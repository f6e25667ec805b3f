import { recordActivity } from '../../activity-log.ts';
import type { Client, Deps } from '../../deps.ts';
import { endSessions, type LogoutScope, type SignedIn } from '../../sessions.ts';

export const logOutOf = (deps: Deps, { user, sessionId }: SignedIn, scope: LogoutScope, client: Client) =>
  deps.db.transaction(async (tx) => {
    await endSessions(tx, user.id, sessionId, scope);
    await recordActivity(tx, { userId: user.id, type: 'logout', client, at: deps.now() });
  });
