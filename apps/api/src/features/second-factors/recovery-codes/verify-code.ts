import { factorMessages } from '@ballast/contract/auth/second-factors';
import type { Session } from '@ballast/contract/auth/session';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Actor } from '../../../identity/actor.ts';
import { acceptFactor } from '../../../identity/factors/accept-factor.ts';
import { secondFactorPerAddress } from '../../../identity/throttling/limits.ts';
import { consumeByCaller } from '../../../identity/throttling/throttles.ts';
import { Failure } from '../../../runtime/failure.ts';
import { countWrong, forgetWrong, refuseLocked } from '../attempts.ts';
import { missing } from '../calls-input.ts';
import { holdOwner } from '../owned-factors.ts';
import { tellCodeUsed } from '../tell-owner.ts';
import { countCodes, findCodesFactor, readCode, spendCode } from './codes.ts';

const wrongCode = () => new Failure('mfa_verification_failed');

// A wrong code, a spent one and no set at all look alike. A wrong one is written down, so its refusal is returned.
const settle = async (deps: Deps, tx: Db, actor: Actor, code: string): Promise<Session | Failure> => {
  const now = deps.now();
  const owner = await holdOwner(tx, actor);
  const factor = await findCodesFactor(tx, owner.id);
  if (factor) refuseLocked(factor, now);
  if (!factor || !(await spendCode(deps, tx, owner.id, code))) {
    await countWrong(deps, tx, actor, owner, factor);
    return wrongCode();
  }
  await forgetWrong(tx, factor, now);
  const { remaining } = await countCodes(tx, factor.id);
  await tellCodeUsed(deps, tx, actor, owner, remaining);
  return acceptFactor(deps, tx, actor, owner, { method: 'mfa/recovery_code', factorId: factor.id });
};

export const verifyCode = async (deps: Deps, actor: Actor, typed: string | undefined): Promise<Session> => {
  if (!typed?.trim()) throw missing('code', factorMessages.codeRequired);
  await consumeByCaller(deps.throttles.of(secondFactorPerAddress), actor);
  const code = readCode(typed);
  if (!code) throw wrongCode();
  const settled = await deps.db.transaction((tx) => settle(deps, tx, actor, code));
  if (settled instanceof Failure) throw settled;
  return settled;
};
