import { recordActivity } from '../../activity-log.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { endSessions, type LogoutScope } from '../../sessions.ts';

export const logOut = (deps: Deps, actor: Actor, scope: LogoutScope) =>
  deps.db.transaction(async (tx) => {
    const ownerId = actor.user.id;
    await endSessions(tx, actor, ownerId, scope);
    await recordActivity(deps, tx, actor, { ownerId, type: 'logout' });
  });
