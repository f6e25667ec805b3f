import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { endSessions, type LogoutScope } from '../../identity/sessions.ts';
import type { Deps } from '../../runtime/deps.ts';

export const logOut = (deps: Deps, actor: Actor, scope: LogoutScope) =>
  deps.db.transaction(async (tx) => {
    const ownerId = actor.user.id;
    await endSessions(tx, actor, ownerId, scope);
    await recordActivity(deps, tx, actor, { ownerId, type: 'logout' });
  });
