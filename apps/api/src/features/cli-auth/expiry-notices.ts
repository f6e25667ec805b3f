// One notice a week before command line tokens expire. Each token stores it in the transaction that queues the mail. A life of a
// week or less needs none.
import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { isTokenAlive } from '../../identity/cli/cli-tokens.ts';
import { cliTokens } from '../../identity/cli/tables.ts';
import { lockAccount } from '../../identity/hold-account.ts';
import { mailOwner } from '../../identity/security-mail.ts';
import { queue } from '../../jobs/queue.ts';
import { daysAfter } from '../../runtime/times.ts';
import { cliMails } from './mails.ts';

const isDue = (now: Date) =>
  and(
    isTokenAlive(now),
    lte(cliTokens.expiresAt, daysAfter(now, cliLimits.noticeDays)),
    isNull(cliTokens.expiryToldAt),
    sql`${cliTokens.expiresAt} - ${cliTokens.createdAt} > make_interval(days => ${cliLimits.noticeDays})`,
  );

const mostNamed = 10;

const tellOwner = (deps: Deps, ownerId: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await lockAccount(tx, ownerId);
    if (!owner || owner.deletesAt || owner.suspendedAt) return;
    const now = deps.now();
    const expiring = await tx
      .update(cliTokens)
      .set({ expiryToldAt: now })
      .where(and(eq(cliTokens.userId, ownerId), isDue(now)))
      .returning();
    if (!expiring.length) return;
    const tokens = expiring
      .map(({ deviceName: name, expiresAt }) => ({ name, expiresAt: expiresAt?.toISOString() ?? '' }))
      .toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
    const named = tokens.slice(0, mostNamed);
    await mailOwner(deps, tx, owner, cliMails.cliTokensExpire, { count: tokens.length, tokens: named });
  });

export const tokenExpiryNoticesQueue = queue('token-expiry-notices');

export const tellTokenExpiries = async (deps: Deps) => {
  const owners = await deps.db
    .selectDistinct({ id: cliTokens.userId })
    .from(cliTokens)
    .where(isDue(deps.now()));
  for (const { id } of owners) await tellOwner(deps, id);
};
