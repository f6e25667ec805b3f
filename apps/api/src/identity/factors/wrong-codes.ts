// Wrong codes over all factors and mailed codes of an account. The activity log is the count, so that a new factor or code does
// not reset it. The caller holds the account.
import { factorLimits } from '@ballast/contract/auth/second-factors';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { MailKind } from '../../email/mail-kinds.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter, secondsBefore } from '../../runtime/times.ts';
import { recordActivity } from '../activity-log.ts';
import type { Actor, Owner } from '../actor.ts';
import type { IdentityDeps, MailingDeps } from '../deps.ts';
import { mailSecurityNotice } from '../security-mail.ts';
import { describeUserAgent } from '../sessions/user-agent.ts';
import { activities, users } from '../tables.ts';

const daySeconds = 24 * 3600;

const listWrong = (tx: Db, ownerId: string, now: Date) =>
  tx
    .select({ at: activities.createdAt })
    .from(activities)
    .where(
      and(
        eq(activities.userId, ownerId),
        eq(activities.type, 'second_factor_failed'),
        gt(activities.createdAt, secondsBefore(now, daySeconds)),
      ),
    )
    .orderBy(desc(activities.createdAt))
    .limit(factorLimits.wrongInADay);

export const recordWrongCode = async (
  deps: Pick<IdentityDeps, 'log' | 'now'>,
  tx: Db,
  actor: Actor,
  owner: Owner,
  name: string,
) => {
  const { browser, system } = describeUserAgent(actor.client.userAgent);
  const description = `${name}, from ${actor.client.address}, ${browser} on ${system}`;
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'second_factor_failed', description });
  return (await listWrong(tx, owner.id, deps.now())).length >= factorLimits.wrongInADay;
};

export const refuseTooManyWrong = async (deps: Pick<IdentityDeps, 'now'>, tx: Db, ownerId: string) => {
  const now = deps.now();
  const wrong = await listWrong(tx, ownerId, now);
  const oldest = wrong[factorLimits.wrongInADay - 1];
  if (!oldest) return;
  const until = secondsAfter(oldest.at, daySeconds);
  throw new Failure('rate_limited', {
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });
};

// At once, and then every day while it lasts.
export const tellOfGuesses = async (
  deps: MailingDeps,
  tx: Db,
  actor: Actor,
  owner: Owner,
  kind: MailKind<object>,
) => {
  const now = deps.now();
  if (owner.guessesToldAt && owner.guessesToldAt > secondsBefore(now, daySeconds)) return;
  await tx.update(users).set({ guessesToldAt: now }).where(eq(users.id, owner.id));
  await mailSecurityNotice(deps, tx, actor, owner, kind, {});
};
