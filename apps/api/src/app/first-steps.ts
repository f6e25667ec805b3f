// The first steps of a new account, read from what it did. They touch keys, calls, claims and the profile, so that no feature alone
// knows them.

import { isEmailVerified, isProfileComplete } from '@ballast/contract/auth/account-state';
import { type FirstSteps, newForHours } from '@ballast/contract/first-steps';
import { eq, sql } from 'drizzle-orm';
import { faucetClaims } from '../features/faucet/tables.ts';
import type { Deps } from '../http/deps.ts';
import type { Owner } from '../identity/actor.ts';
import { users } from '../identity/tables.ts';
import { toUser } from '../identity/users.ts';
import { apiKeys } from '../key-check/tables.ts';
import { keyUsageHours } from '../key-check/usage/tables.ts';

type Facts = { sandboxKey: boolean; firstCall: boolean; earlierCall: boolean; testTokens: boolean };

// A key's last use is forgotten when it is rotated, and old hours are deleted some day: either tells of a call.
const hasCalled = (ownerId: string, before: Date) => sql`(
  exists (select 1 from ${apiKeys} where ${eq(apiKeys.userId, ownerId)} and ${apiKeys.lastUsedAt} <= ${before})
  or exists (select 1 from ${keyUsageHours} where ${eq(keyUsageHours.userId, ownerId)}
    and ${keyUsageHours.hour} <= ${before} and ${keyUsageHours.allowed} > 0))`;

const readFacts = async (deps: Deps, ownerId: string) => {
  const now = deps.now();
  const earlier = new Date(now.getTime() - newForHours * 3_600_000);
  const { rows } = await deps.db.execute<Facts>(sql`select
    exists (select 1 from ${apiKeys} where ${eq(apiKeys.userId, ownerId)} and ${eq(apiKeys.environment, 'SANDBOX')}) as "sandboxKey",
    ${hasCalled(ownerId, now)} as "firstCall",
    ${hasCalled(ownerId, earlier)} as "earlierCall",
    exists (select 1 from ${faucetClaims} where ${eq(faucetClaims.userId, ownerId)}
      and ${faucetClaims.status} <> 'FAILED') as "testTokens"`);
  return rows[0] as Facts;
};

export const readFirstSteps = async (deps: Deps, owner: Owner): Promise<FirstSteps> => {
  const { earlierCall, ...facts } = await readFacts(deps, owner.id);
  const user = toUser(owner);
  const steps = { ...facts, emailVerified: isEmailVerified(user), profile: isProfileComplete(user) };
  const isNew = !earlierCall && !Object.values(steps).every(Boolean);
  const putAway = isNew && owner.firstStepsPutAwayAt !== null;
  return { shown: isNew && !putAway, putAway, steps };
};

export const putFirstStepsAway = async (deps: Deps, owner: Owner, putAway: boolean) => {
  const firstStepsPutAwayAt = putAway ? deps.now() : null;
  await deps.db.update(users).set({ firstStepsPutAwayAt }).where(eq(users.id, owner.id));
  return readFirstSteps(deps, { ...owner, firstStepsPutAwayAt });
};
