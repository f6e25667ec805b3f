// Counts and locks for wrong answers. The caller holds the account, so that concurrent attempts count one by one.
import { factorLimits } from '@ballast/contract/auth/second-factors';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { recordWrongCode, tellOfGuesses } from '../../identity/factors/wrong-codes.ts';
import { accountMails } from '../../identity/mails.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';

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

const lockAccount = async (deps: Deps, tx: Db, actor: Actor, owner: Owner) => {
  const lockedUntil = secondsAfter(deps.now(), factorLimits.accountLockMinutes * 60);
  await tx.update(factors).set({ lockedUntil }).where(eq(factors.userId, owner.id));
  await tellOfGuesses(deps, tx, actor, owner, accountMails.codesGuessed);
};

// Without recovery codes there is no factor to lock.
export const countWrong = async (
  deps: Deps,
  tx: Db,
  actor: Actor,
  owner: Owner,
  factor: FactorRow | undefined,
) => {
  const tooMany = await recordWrongCode(deps, tx, actor, owner, factor?.name ?? 'Recovery code');
  if (factor) await countForFactor(tx, factor, deps.now());
  if (tooMany) await lockAccount(deps, tx, actor, owner);
};

export const forgetWrong = (tx: Db, { id }: Pick<FactorRow, 'id'>, now: Date) =>
  tx.update(factors).set({ wrongCount: 0, lockedUntil: null, lastUsedAt: now }).where(eq(factors.id, id));
