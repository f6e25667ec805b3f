// Suspends an account and restores it. Sessions and keys of a suspended account are refused where they are checked, so nothing has to
// be ended for that (identity/suspension.ts); a restored account starts without sessions.
import { operatorUserMessages } from '@ballast/contract/operator-users';
import { eq } from 'drizzle-orm';
import { Failure } from '../../../http/failure.ts';
import type { Operator } from '../../../identity/actor.ts';
import { cliRequests, users } from '../../../identity/tables.ts';
import { publishOwnerChange } from '../../../key-check/publish-change.ts';
import type { Deps } from '../../../runtime/deps.ts';
import { recordOperation } from '../operator-log.ts';
import { endAllSessions } from './end-sessions.ts';
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
    // A command line that waits for its token must not get one.
    await tx.delete(cliRequests).where(eq(cliRequests.userId, id));
    await recordOperation(deps, tx, actor, {
      action: 'users suspend',
      target: targetOf(user),
      before: factsOf(user),
      after: factsOf({ ...user, ...change }),
    });
  });
  return describeUser(deps, await findUser(deps.db, id));
};

export const restoreUser = async (deps: Deps, actor: Operator, who: string) => {
  const { id } = await findUser(deps.db, who);
  await publishOwnerChange(deps, id, async (tx) => {
    const user = await holdUser(tx, id);
    if (!user.suspendedAt) throw new Failure('conflict', { message: operatorUserMessages.notSuspended });
    await endAllSessions(tx, id);
    const change = { suspendedAt: null, suspendedReason: null };
    await tx.update(users).set(change).where(eq(users.id, id));
    await recordOperation(deps, tx, actor, {
      action: 'users restore',
      target: targetOf(user),
      before: factsOf(user),
      after: factsOf({ ...user, ...change }),
    });
  });
  return describeUser(deps, await findUser(deps.db, id));
};
