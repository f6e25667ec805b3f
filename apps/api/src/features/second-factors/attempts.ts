// Wrong answers: what they count for, and when nothing is looked at any more. The account is held meanwhile, so that attempts at
// once count one after the other.

import { factorLimits } from '@ballast/contract/second-factors';
import { and, count, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { Failure } from '../../http/failure.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { activities, type UserRow } from '../../identity/tables.ts';
import { describeUserAgent } from '../../identity/user-agent.ts';
import type { Deps } from '../../runtime/deps.ts';
import { secondsAfter, secondsBefore } from '../../runtime/times.ts';

const daySeconds = 24 * 3600;

type Lockable = Pick<FactorRow, 'type' | 'lockedUntil'>;

export const refuseLocked = ({ type, lockedUntil }: Lockable, now: Date) => {
  if (!lockedUntil || lockedUntil <= now) return;
  const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
  const code = type === 'recovery_code' ? 'mfa_recovery_codes_locked' : 'rate_limited';
  throw new Failure(code, { retryAfterSeconds });
};

const countForFactor = async (tx: Db, { id, wrongCount }: FactorRow, now: Date) => {
  const isLast = wrongCount + 1 >= factorLimits.wrongInARow;
  const lock = { wrongCount: 0, lockedUntil: secondsAfter(now, factorLimits.lockMinutes * 60) };
  await tx
    .update(factors)
    .set(isLast ? lock : { wrongCount: wrongCount + 1 })
    .where(eq(factors.id, id));
};

// The entries in the log are the count: whoever changes the factor does not begin anew.
const wrongToday = async (tx: Db, ownerId: string, now: Date) => {
  const [found] = await tx
    .select({ times: count() })
    .from(activities)
    .where(
      and(
        eq(activities.userId, ownerId),
        eq(activities.type, 'second_factor_failed'),
        gt(activities.createdAt, secondsBefore(now, daySeconds)),
      ),
    );
  return found?.times ?? 0;
};

const lockAccount = async (deps: Deps, tx: Db, actor: Actor, owner: UserRow, times: number) => {
  const lockedUntil = secondsAfter(deps.now(), factorLimits.accountLockMinutes * 60);
  await tx.update(factors).set({ lockedUntil }).where(eq(factors.userId, owner.id));
  // Each further one locks again. The owner is told of the first.
  if (times > factorLimits.wrongInADay) return;
  await mailSecurityNotice(deps, tx, actor, owner, { template: 'security-news', news: 'codes-guessed' });
};

// Of somebody without recovery codes there is no factor to lock.
export const countWrong = async (
  deps: Deps,
  tx: Db,
  actor: Actor,
  owner: UserRow,
  factor: FactorRow | undefined,
) => {
  const now = deps.now();
  const { browser, system } = describeUserAgent(actor.client.userAgent);
  const description = `${factor?.name ?? 'Recovery code'}, from ${actor.client.address}, ${browser} on ${system}`;
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'second_factor_failed', description });
  if (factor) await countForFactor(tx, factor, now);
  const times = await wrongToday(tx, owner.id, now);
  if (times >= factorLimits.wrongInADay) await lockAccount(deps, tx, actor, owner, times);
};

export const forgetWrong = (tx: Db, { id }: Pick<FactorRow, 'id'>, now: Date) =>
  tx.update(factors).set({ wrongCount: 0, lockedUntil: null, lastUsedAt: now }).where(eq(factors.id, id));
