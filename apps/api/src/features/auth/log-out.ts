import { recordEntry } from '../../activity-log.ts';
import type { Client, SignedIn } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { endSessions, type LogoutScope } from '../../sessions.ts';

export const logOutOf = (deps: Deps, { user, sessionId }: SignedIn, scope: LogoutScope, client: Client) =>
  deps.db.transaction(async (tx) => {
    await endSessions(tx, user.id, sessionId, scope);
    await recordEntry(tx, { userId: user.id, type: 'logout', client, at: deps.now() });
  });
