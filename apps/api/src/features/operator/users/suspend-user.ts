// Suspends an account and restores it. Sessions and keys of a suspended account are refused where they are checked
// (identity/suspension.ts). What was begun ends with the suspension, and sessions end when it is over.
import { leavingDays } from '@ballast/contract/auth/leaving';
import { operatorUserMessages } from '@ballast/contract/operator/users';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { isLeaving, mailKeepLink } from '../../../identity/leaving.ts';
import { closeAccount } from '../../../identity/open-items.ts';
import { type UserRow, users } from '../../../identity/tables.ts';
import { publishOwnerChange } from '../../../key-check/lookup/publish-change.ts';
import { Failure } from '../../../runtime/failure.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { recordOperation } from '../log/operator-log.ts';
import { findUser, holdUser, targetOf } from './find-user.ts';
import { describeUser } from './show-user.ts';
import { statusOf } from './user-status.ts';

const factsOf = (user: Parameters<typeof statusOf>[0]) => ({
  status: statusOf(user),
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
  reason: user.suspendedReason,
});

export const suspendUser = async (deps: Deps, actor: Operator, who: string, reason: string) => {
  const { id } = await findUser(deps.db, who);
  await publishOwnerChange(deps, id, async (tx) => {
    const user = await holdUser(tx, id);
    if (user.suspendedAt) throw new Failure('conflict', { message: operatorUserMessages.alreadySuspended });
    const change = { suspendedAt: deps.now(), suspendedReason: reason };
    await tx.update(users).set(change).where(eq(users.id, id));
    await closeAccount(deps, tx, id, 'suspension');
    await recordOperation(deps, tx, actor, {
      action: 'users suspend',
      target: targetOf(user),
      before: factsOf(user),
      after: factsOf({ ...user, ...change }),
    });
  });
  return describeUser(deps, await findUser(deps.db, id));
};

// An account that was left before it was suspended was kept for the operator. Its owner gets the week that they were promised.
const leavesAnew = ({ now }: Deps, user: UserRow) =>
  isLeaving(user) ? { deletesAt: secondsAfter(now(), leavingDays * 24 * 3600) } : {};

export const restoreUser = async (deps: Deps, actor: Operator, who: string) => {
  const { id } = await findUser(deps.db, who);
  await publishOwnerChange(deps, id, async (tx) => {
    const user = await holdUser(tx, id);
    if (!user.suspendedAt) throw new Failure('conflict', { message: operatorUserMessages.notSuspended });
    await closeAccount(deps, tx, id, 'sign-out');
    const change = { suspendedAt: null, suspendedReason: null, ...leavesAnew(deps, user) };
    await tx.update(users).set(change).where(eq(users.id, id));
    const restored = { ...user, ...change };
    if (isLeaving(restored)) await mailKeepLink(deps, tx, restored);
    await recordOperation(deps, tx, actor, {
      action: 'users restore',
      target: targetOf(user),
      before: factsOf(user),
      after: factsOf({ ...user, ...change }),
    });
  });
  return describeUser(deps, await findUser(deps.db, id));
};
