// Keys, sessions and command lines stop at once, the rest is deleted after a week.
import { leavingDays, leavingMessages } from '@ballast/contract/auth/leaving';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailLeaving } from '../../identity/leaving.ts';
import { closeAccount } from '../../identity/open-items.ts';
import { users } from '../../identity/tables.ts';
import { publishOwnerChange } from '../../key-check/lookup/publish-change.ts';
import { invalidField } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';

export const refuseOtherAddress = (owner: Owner, typed: string) => {
  if (typed.toLowerCase() !== owner.email.toLowerCase())
    throw invalidField('email', leavingMessages.otherAddress);
};

export const deleteAccount = async (deps: Deps, actor: Actor, owner: Owner) => {
  const deletesAt = secondsAfter(deps.now(), leavingDays * 24 * 3600);
  await publishOwnerChange(deps, owner.id, async (tx) => {
    // The address may have changed since the call began.
    const held = await holdActor(tx, actor);
    refuseOtherAddress(held, owner.email);
    await closeAccount(deps, tx, owner.id, 'departure');
    await tx.update(users).set({ deletesAt }).where(eq(users.id, owner.id));
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'account_deletion_requested' });
    await mailLeaving(deps, tx, actor, { ...held, deletesAt });
  });
  return { deletesAt: deletesAt.toISOString() };
};
