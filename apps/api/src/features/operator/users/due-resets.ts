// Second factors go a day after their owner was told. While no mail about it gets out, the day does not begin; when none can, the
// request ends.
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import { operatorUserLimits } from '@ballast/contract/operator/users';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { sendEmailQueue } from '../../../email/mail-kinds.ts';
import type { Deps } from '../../../http/deps.ts';
import { type Owner, operatorNamed } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { securityNotices } from '../../../identity/mailed/tables.ts';
import { type FactorResetRow, factorResets } from '../../../identity/recovery/tables.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { readStoredNames, recordOperation } from '../log/operator-log.ts';
import { targetOf } from './find-user.ts';
import { isOpen, removeFactors } from './reset-factors.ts';

// One address that gets it is enough: a former one may no longer exist.
const readNews = async ({ jobs }: Deps, tx: Db, { userId, requestedAt }: FactorResetRow) => {
  const madeSince = gte(securityNotices.expiresAt, secondsAfter(requestedAt, notMeLinkDays * 24 * 3600));
  const isOfReset = sql`${securityNotices.undo} ->> 'kind' = 'factor-reset'`;
  const notices = await tx
    .select({ id: securityNotices.id })
    .from(securityNotices)
    .where(and(eq(securityNotices.userId, userId), madeSince, isOfReset));
  const labels = notices.map(({ id }) => id);
  const undone = labels.length ? await jobs.listUndone(tx, sendEmailQueue, labels) : [];
  if (undone.length < notices.length || !notices.length) return 'is out';
  return undone.every(({ isGivenUp }) => isGivenUp) ? 'is given up' : 'waits';
};

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
    const news = await readNews(deps, tx, reset);
    if (news === 'waits') return postpone(deps, tx, ownerId);
    if (news === 'is given up') return giveUp(deps, tx, owner);
    if (reset.dueAt > deps.now()) return;
    const { actor, as } = readStoredNames(reset.requestedBy);
    await removeFactors(deps, tx, operatorNamed(actor, as), owner, reset.reason);
  });

export const doDueResets = async (deps: Deps) => {
  const open = await deps.db.select({ userId: factorResets.userId }).from(factorResets);
  for (const { userId } of open) await goOn(deps, userId);
};
