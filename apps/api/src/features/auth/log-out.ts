import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { lockAccount } from '../../identity/hold-account.ts';
import { owesSecondFactor } from '../../identity/proofs/owes-second-factor.ts';
import { endPendingProofs } from '../../identity/proofs/pending-proofs.ts';
import { endSessions, type LogoutScope } from '../../identity/sessions/sessions.ts';
import { Failure } from '../../runtime/failure.ts';

export const logOut = async (deps: Deps, actor: Actor, scope: LogoutScope) => {
  // The session of a reset link may end itself, and nobody else's. The library takes this code for signed out.
  if (actor.kind !== 'browser' && scope !== 'local') {
    throw new Failure('not_for_reset_link');
  }
  // Whoever signed up with an address that nobody verified, or knows the password alone, may not be the owner, and must not end
  // the owner's sessions and reset links.
  const reach = actor.emailVerified && !owesSecondFactor(actor) ? scope : 'local';
  await deps.db.transaction(async (tx) => {
    const ownerId = actor.user.id;
    await lockAccount(tx, ownerId);
    if (reach !== 'local') await endPendingProofs(deps, tx, ownerId);
    await endSessions(tx, actor, ownerId, reach);
    await recordActivity(deps, tx, actor, { ownerId, type: 'logout' });
  });
};
