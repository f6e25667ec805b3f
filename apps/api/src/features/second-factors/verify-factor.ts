import type * as contract from '@ballast/contract/auth/second-factor-calls';
import { factorMessages } from '@ballast/contract/auth/second-factors';
import type { Session } from '@ballast/contract/auth/session';
import type { Received } from '@ballast/contract/http/endpoint';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { onUniqueViolation } from '../../db/error-codes.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { acceptFactor } from '../../identity/factors/accept-factor.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { endPendingProofs } from '../../identity/open-items.ts';
import { secondFactorPerAddress } from '../../identity/throttling/limits.ts';
import { consumeByCaller } from '../../identity/throttling/throttles.ts';
import { tellCopied } from '../../identity/webauthn/sign-count.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { countWrong, forgetWrong, refuseLocked } from './attempts.ts';
import { findChallenge, spendChallenge } from './challenge-factor.ts';
import { readChallengeId } from './factor-kinds.ts';
import { kindOf } from './kind-of.ts';
import { findFactor, holdOwner, listVerified, refuseStrangers, refuseTooMany } from './owned-factors.ts';
import { tellAdded } from './tell-owner.ts';

type Answer = Received<typeof contract.verifyFactor>['body'];

// Pending items from before might avoid the factor.
const addFactor = async (deps: Deps, tx: Db, actor: Actor, owner: Owner, factor: FactorRow) => {
  const now = deps.now();
  refuseTooMany(await listVerified(tx, owner.id));
  await endPendingProofs(deps, tx, owner.id, actor.sessionId);
  await tx.update(factors).set({ status: 'verified', updatedAt: now }).where(eq(factors.id, factor.id));
  const isLeft = and(eq(factors.status, 'unverified'), ne(factors.id, factor.id));
  await tx.delete(factors).where(and(eq(factors.userId, owner.id), isLeft));
  await tellAdded(deps, tx, actor, owner, factor);
};

const readAnswer = (answer: Answer) => {
  const challengeId = readChallengeId(answer.challenge_id);
  if (!answer.code && !answer.webauthn) throw invalidField('code', factorMessages.codeRequired);
  return { challengeId, answer };
};

// A wrong answer is recorded, so the transaction returns its refusal instead of throwing it.
const settle = async (
  deps: Deps,
  tx: Db,
  actor: Actor,
  factorId: string,
  { challengeId, answer }: ReturnType<typeof readAnswer>,
): Promise<Session | Failure> => {
  const now = deps.now();
  const owner = await holdOwner(tx, actor);
  const challenged = await findFactor(tx, owner.id, factorId, now);
  const kind = kindOf(challenged);
  await refuseStrangers(tx, actor, owner, challenged);
  const factor = (await kind.answeredBy?.(tx, challenged, answer)) ?? challenged;
  refuseLocked(factor, now);
  const challenge = await findChallenge(tx, { challengeId, factorId, sessionId: actor.sessionId, now });

  if (kind.oneAttempt) await spendChallenge(tx, challenge, now);
  const outcome = await kind.check(deps, tx, { factor, challenge, answer });
  if (outcome instanceof Failure) return outcome;
  if (outcome === 'copied') await tellCopied(deps, tx, actor, owner, factor);
  if (outcome === 'wrong' || outcome === 'copied') await countWrong(deps, tx, actor, owner, factor);
  if (outcome !== 'right') return new Failure('mfa_verification_failed');
  if (!kind.oneAttempt) await spendChallenge(tx, challenge, now);
  await forgetWrong(tx, factor, now);
  if (factor.status === 'unverified') await addFactor(deps, tx, actor, owner, factor);
  return acceptFactor(deps, tx, actor, owner, { method: kind.method, factorId: factor.id });
};

export const verifyFactor = async (deps: Deps, actor: Actor, factorId: string, body: Answer) => {
  const answer = readAnswer(body);
  await consumeByCaller(deps.throttles.of(secondFactorPerAddress), actor);
  const settled = await deps.db
    .transaction((tx) => settle(deps, tx, actor, factorId, answer))
    .catch(onUniqueViolation(() => new Failure('mfa_factor_name_conflict')));
  if (settled instanceof Failure) throw settled;
  return settled;
};
