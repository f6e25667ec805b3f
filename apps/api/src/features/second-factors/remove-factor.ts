import { factorMessages } from '@ballast/contract/auth/second-factors';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { lowerSessions } from '../../identity/factors/lower-sessions.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { Failure } from '../../runtime/failure.ts';
import { findFactor, holdOwner, listVerified, requireSecondLevel } from './owned-factors.ts';
import { tellRemoved } from './tell-owner.ts';

const refuseRecoveryCodes = ({ type }: FactorRow) => {
  const message = factorMessages.recoveryCodesId;
  if (type === 'recovery_code')
    throw new Failure('recovery_codes_by_id', { message, fields: { id: message } });
};

// Recovery codes stand in for a factor, so they do not stay without one.
const refuseLeavingCodesAlone = (verified: FactorRow[], id: string) => {
  const others = verified.filter((factor) => factor.id !== id);
  if (others.length === 1 && others[0]?.type === 'recovery_code')
    throw new Failure('mfa_recovery_codes_sole_factor');
};

export const removeFactor = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await holdOwner(tx, actor);
    const now = deps.now();
    const factor = await findFactor(tx, ownerId, id, now);
    refuseRecoveryCodes(factor);
    const verified = await listVerified(tx, ownerId);
    await requireSecondLevel(tx, actor, verified);
    if (factor.status === 'verified') {
      refuseLeavingCodesAlone(verified, id);
      await lowerSessions(tx, { factorId: id }, now);
      await tellRemoved(deps, tx, actor, owner, factor);
    }
    await tx.delete(factors).where(eq(factors.id, id));
    return { id };
  });
