// The token of an authorized command line is random, stored as a hash, and valid until it is revoked.

import { isEmailVerified } from '@ballast/contract/account-state';
import { cliLimits, cliTokenPrefix } from '@ballast/contract/cli-auth';
import { and, eq, gt, inArray, isNotNull, isNull, not, or } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import type { Deps } from '../runtime/deps.ts';
import { networkOf } from '../runtime/network/address.ts';
import { secondsBefore } from '../runtime/times.ts';
import { isSecret, makeSecret } from '../secrets/secret-text.ts';
import { hashValue, possibleHashes } from '../secrets/stored-hash.ts';
import type { SignedIn, Visitor } from './actor.ts';
import { hasVerifiedFactor } from './proofs.ts';
import { cliRequests, cliTokens, users } from './tables.ts';
import { consume, refuseUsedUp } from './throttles.ts';
import { toUser } from './users.ts';

const lastUsedStepSeconds = 60;

export const isCliToken = (token: string | null): token is string =>
  token?.startsWith(cliTokenPrefix) ?? false;

const hashOf = (deps: Deps, token: string) => {
  const { hash, pepperId } = hashValue(deps.tokenPepper, 'cli-token', token);
  return { tokenHash: hash, pepperId };
};

// The answer that carried a token may be lost. Nobody has that token, so it expires unless it is used soon.
export const isTokenAlive = (now: Date) =>
  or(
    isNotNull(cliTokens.lastUsedAt),
    gt(cliTokens.createdAt, secondsBefore(now, cliLimits.firstUseMinutes * 60)),
  );

export const insertCliToken = async (
  deps: Deps,
  tx: Db,
  { client }: Visitor,
  ownerId: string,
  deviceName: string,
) => {
  const token = makeSecret(cliTokenPrefix);
  const [row] = await tx
    .insert(cliTokens)
    .values({
      userId: ownerId,
      deviceName,
      address: client.address,
      ...hashOf(deps, token),
      createdAt: deps.now(),
    })
    .returning();
  if (!row) throw new Error('insert returned no token');
  return { token, deviceId: row.id };
};

export const readCliToken = async (
  deps: Deps,
  token: string,
  address: string,
): Promise<SignedIn | 'bad token' | 'session ended' | 'suspended'> => {
  if (!isSecret(cliTokenPrefix, token)) return 'bad token';
  const now = deps.now();
  const hashes = possibleHashes(deps.tokenPepper, 'cli-token', token);
  const { tokenHash } = hashOf(deps, token);
  const network = networkOf(address);
  // A network that showed many tokens that nobody has gets no further look-ups, but for tokens that were good a moment ago.
  if (!deps.seenTokens.has(tokenHash)) await refuseUsedUp(deps.throttles.unknownCliTokenPerAddress, network);
  const [found] = await deps.db
    .select({ user: users, token: cliTokens, hasVerifiedFactor })
    .from(cliTokens)
    .innerJoin(users, eq(users.id, cliTokens.userId))
    .where(and(inArray(cliTokens.tokenHash, hashes), isNull(users.deletesAt), isTokenAlive(now)));
  if (!found) {
    deps.seenTokens.forget(tokenHash);
    await consume(deps.throttles.unknownCliTokenPerAddress, network);
    return 'session ended';
  }
  deps.seenTokens.add(tokenHash);

  const { user } = found;
  if (user.suspendedAt) return 'suspended';
  const { id, lastUsedAt, pepperId } = found.token;
  const isOverdue = !lastUsedAt || lastUsedAt < secondsBefore(now, lastUsedStepSeconds);
  // Nobody but its holder knows the token, so it gets the hash of a new pepper when it is used.
  if (isOverdue || pepperId !== deps.tokenPepper.currentId()) {
    await deps.db
      .update(cliTokens)
      .set({ lastUsedAt: now, address, ...hashOf(deps, token) })
      .where(eq(cliTokens.id, id));
  }
  return {
    user,
    sessionId: id,
    kind: 'cli',
    emailVerified: isEmailVerified(toUser(user)),
    proofs: [],
    hasVerifiedFactor: found.hasVerifiedFactor,
  };
};

// Deletes also the requests that were authorized and not yet fetched.
export const revokeAllCliTokens = async (tx: Db, ownerId: string) => {
  await tx.delete(cliRequests).where(eq(cliRequests.userId, ownerId));
  await tx.delete(cliTokens).where(eq(cliTokens.userId, ownerId));
};

export const deleteLostCliTokens = (deps: Deps) => {
  const alive = isTokenAlive(deps.now());
  return alive && deps.db.delete(cliTokens).where(not(alive));
};
