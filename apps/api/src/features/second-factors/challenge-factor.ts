import type * as contract from '@ballast/contract/auth/second-factor-calls';
import { factorLimits } from '@ballast/contract/auth/second-factors';
import type { Answer } from '@ballast/contract/http/endpoint';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { factorChallenges, factors } from '../../identity/factors/tables.ts';
import { secondFactorPerAddress } from '../../identity/throttling/limits.ts';
import { consumeByCaller } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { refuseLocked } from './attempts.ts';
import type { Challenge } from './factor-kinds.ts';
import { kindOf } from './kind-of.ts';
import { findFactor, holdOwner, refuseStrangers } from './owned-factors.ts';

// Answered in the same session, from any address: a phone changes networks.
export const challengeFactor = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  id: string,
): Promise<Answer<typeof contract.challengeFactor>> => {
  await consumeByCaller(deps.throttles.of(secondFactorPerAddress), actor);
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    const owner = await holdOwner(tx, actor);
    const factor = await findFactor(tx, ownerId, id, now);
    const kind = kindOf(factor);
    await refuseStrangers(tx, actor, owner, factor);
    refuseLocked(factor, now);

    const expiresAt = secondsAfter(now, factorLimits.challengeSeconds);
    const { columns, shown } = await kind.challenge(deps, tx, owner, factor);
    const [challenge] = await tx
      .insert(factorChallenges)
      .values({ ...columns, sessionId: actor.sessionId, factorId: id, expiresAt })
      .returning({ id: factorChallenges.id });
    if (!challenge) throw new Error('insert returned no challenge');
    await tx.update(factors).set({ lastChallengedAt: now }).where(eq(factors.id, id));
    const expires_at = Math.floor(expiresAt.getTime() / 1000);
    return { ...shown, id: challenge.id, type: kind.type, expires_at };
  });
};

type ChallengeQuery = { challengeId: string; factorId: string; sessionId: string; now: Date };

export const findChallenge = async (tx: Db, { challengeId, factorId, sessionId, now }: ChallengeQuery) => {
  const [challenge] = await tx
    .select()
    .from(factorChallenges)
    .where(
      and(
        eq(factorChallenges.id, challengeId),
        eq(factorChallenges.factorId, factorId),
        eq(factorChallenges.sessionId, sessionId),
      ),
    );
  if (!challenge) throw new Failure('mfa_challenge_not_found');
  if (challenge.usedAt || challenge.expiresAt <= now) throw new Failure('mfa_challenge_expired');
  return challenge;
};

export const spendChallenge = async (tx: Db, { id }: Challenge, now: Date) => {
  const spent = await tx
    .update(factorChallenges)
    .set({ usedAt: now })
    .where(and(eq(factorChallenges.id, id), isNull(factorChallenges.usedAt)))
    .returning({ id: factorChallenges.id });
  if (!spent.length) throw new Failure('mfa_challenge_expired');
};
