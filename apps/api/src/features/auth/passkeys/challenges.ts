// A challenge is good for one attempt. A registration has an owner, a sign-in has none yet.
import { webauthnLimits } from '@ballast/contract/auth/webauthn';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { passkeyChallenges } from '../../../identity/factors/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { secondsAfter } from '../../../runtime/times.ts';

type Owner = { userId: string; sessionId: string } | null;

const belongsTo = (owner: Owner) =>
  owner
    ? and(eq(passkeyChallenges.userId, owner.userId), eq(passkeyChallenges.sessionId, owner.sessionId))
    : eq(passkeyChallenges.purpose, 'authentication');

export const keepChallenge = async <Options extends { challenge: string }>(
  deps: Deps,
  owner: Owner,
  options: Options,
) => {
  const expiresAt = secondsAfter(deps.now(), webauthnLimits.challengeSeconds);
  const purpose = owner ? 'registration' : 'authentication';
  const [row] = await deps.db
    .insert(passkeyChallenges)
    .values({ ...owner, purpose, challenge: options.challenge, expiresAt })
    .returning({ id: passkeyChallenges.id });
  if (!row) throw new Error('insert returned no challenge');
  return { challenge_id: row.id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
};

// Of two concurrent attempts one deletes the row.
export const spendChallenge = async (deps: Deps, owner: Owner, id: string) => {
  const [spent] = await deps.db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, id), belongsTo(owner)))
    .returning();
  if (!spent) throw new Failure('webauthn_challenge_not_found');
  if (spent.expiresAt <= deps.now()) throw new Failure('webauthn_challenge_expired');
  return spent.challenge;
};
