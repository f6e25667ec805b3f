// Second factors go a day after their owner was told. While no mail about it gets out, the day does not begin; when none can, the
// request ends.
import { operatorUserLimits } from '@ballast/contract/operator/users';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { type Owner, operatorNamed } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { factorResets } from '../../../identity/recovery/tables.ts';
import { eachInTurn } from '../../../jobs/each-in-turn.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { readStoredNames, recordOperation } from '../log/operator-log.ts';
import { targetOf } from './find-user.ts';
import { isOpen, removeFactors } from './reset-factors.ts';
import { readWarning } from './reset-warnings.ts';

const postpone = async (deps: Deps, tx: Db, ownerId: string) => {
  const dueAt = secondsAfter(deps.now(), operatorUserLimits.resetHours * 3600);
  await tx.update(factorResets).set({ dueAt }).where(eq(factorResets.userId, ownerId));
};

const giveUp = async (deps: Deps, tx: Db, owner: Owner) => {
  await tx.delete(factorResets).where(eq(factorResets.userId, owner.id));
  await recordOperation(deps, tx, operatorNamed('the portal'), {
    action: 'users reset-factors',
    target: targetOf(owner),
    after: { reason: 'no mail about it got out' },
  });
};

// The owner may have stopped it meanwhile, and another process may have done it.
const goOn = (deps: Deps, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await lockAccount(tx, ownerId);
    const [reset] = await tx.select().from(factorResets).where(eq(factorResets.userId, ownerId));
    if (!owner || !reset || !isOpen(owner)) return;
    const warning = await readWarning(deps, tx, owner, reset.requestedAt);
    if (warning === 'waits') return postpone(deps, tx, ownerId);
    if (warning === 'is given up') return giveUp(deps, tx, owner);
    if (reset.dueAt > deps.now()) return;
    const { actor, as } = readStoredNames(reset.requestedBy);
    await removeFactors(deps, tx, operatorNamed(actor, as), owner, reset.reason);
  });

export const doDueResets = async (deps: Deps) => {
  const open = await deps.db.select({ userId: factorResets.userId }).from(factorResets);
  await eachInTurn(open, ({ userId }) => goOn(deps, userId));
};
