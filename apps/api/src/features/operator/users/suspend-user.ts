// Suspends an account, restores it and ends its sessions. identity/suspension.ts refuses the sessions and keys of a suspended
// account. Open items end with the suspension, and sessions end when it is over.
import { leavingDays } from '@ballast/contract/auth/leaving';
import { operatorUserMessages } from '@ballast/contract/operator/users';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { cliTokens } from '../../../identity/cli/tables.ts';
import { isLeaving, mailKeepLink } from '../../../identity/leaving.ts';
import { closeAccount } from '../../../identity/open-items.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { sessions, type UserRow, users } from '../../../identity/tables.ts';
import { publishOwnerChange } from '../../../key-check/lookup/publish-change.ts';
import { Failure } from '../../../runtime/failure.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { recordOperation } from '../log/operator-log.ts';
import { operatorMails } from '../mails.ts';
import { findUser, holdUser, statusOf, targetOf } from './find-user.ts';
import { describeUser } from './show-user.ts';

const factsOf = (user: UserRow) => ({
  status: statusOf(user),
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
  reason: user.suspendedReason,
});

// The rule refuses, or returns the account as it is from now on.
const changeUser = async (
  deps: Deps,
  actor: Operator,
  who: string,
  action: string,
  rule: (tx: Db, user: UserRow) => Promise<UserRow>,
) => {
  const { id } = await findUser(deps.db, who);
  await publishOwnerChange(deps, id, async (tx) => {
    const before = await holdUser(tx, id);
    const after = await rule(tx, before);
    const { suspendedAt, suspendedReason, deletesAt } = after;
    await tx.update(users).set({ suspendedAt, suspendedReason, deletesAt }).where(eq(users.id, id));
    await recordOperation(deps, tx, actor, {
      action,
      target: targetOf(before),
      before: factsOf(before),
      after: factsOf(after),
    });
  });
  return describeUser(deps, await findUser(deps.db, id));
};

export const suspendUser = (deps: Deps, actor: Operator, who: string, reason: string) =>
  changeUser(deps, actor, who, 'users suspend', async (tx, user) => {
    if (user.suspendedAt) throw new Failure('conflict', { message: operatorUserMessages.alreadySuspended });
    await closeAccount(deps, tx, user.id, 'suspension');
    if (user.emailVerifiedAt) await mailOwner(deps, tx, user, operatorMails.accountSuspended, {});
    return { ...user, suspendedAt: deps.now(), suspendedReason: reason };
  });

// A suspension stops the deletion that an owner asked for, so the owner gets the whole week again.
const leavesAnew = ({ now }: Deps, user: UserRow) =>
  isLeaving(user) ? { deletesAt: secondsAfter(now(), leavingDays * 24 * 3600) } : {};

export const restoreUser = (deps: Deps, actor: Operator, who: string) =>
  changeUser(deps, actor, who, 'users restore', async (tx, user) => {
    if (!user.suspendedAt) throw new Failure('conflict', { message: operatorUserMessages.notSuspended });
    await closeAccount(deps, tx, user.id, 'sign-out');
    const restored = { ...user, suspendedAt: null, suspendedReason: null, ...leavesAnew(deps, user) };
    if (isLeaving(restored)) await mailKeepLink(deps, tx, restored);
    return restored;
  });

// Signs an account out of browsers and command lines, and ends its open items.
export const endUserSessions = async (deps: Deps, actor: Operator, who: string) => {
  const { id } = await findUser(deps.db, who);
  return deps.db.transaction(async (tx) => {
    const user = await holdUser(tx, id);
    const ended = {
      sessions: await tx.$count(sessions, and(eq(sessions.userId, id), eq(sessions.kind, 'browser'))),
      commandLines: await tx.$count(cliTokens, eq(cliTokens.userId, id)),
    };
    await closeAccount(deps, tx, id, 'sign-out');
    await recordOperation(deps, tx, actor, {
      action: 'users end-sessions',
      target: targetOf(user),
      before: ended,
      after: { sessions: 0, commandLines: 0 },
    });
    return { id, ...ended };
  });
};
