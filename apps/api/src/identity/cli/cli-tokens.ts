// A command line's token is random, stored as a hash, and valid until it expires or is revoked.
import { isEmailVerified } from '@ballast/contract/auth/account-state';
import { cliLimits, cliTokenPrefix } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { and, eq, gt, inArray, isNotNull, isNull, lt, not, or } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { isSecret, makeSecret } from '../../secrets/secret-text.ts';
import { hashValue, possibleHashes } from '../../secrets/stored-hash.ts';
import type { Grant, SignedIn, Visitor } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { hasVerifiedFactor } from '../proofs/proofs.ts';
import { users } from '../tables.ts';
import { unknownCliTokenPerAddress } from '../throttling/limits.ts';
import { consumeNetwork, refuseUsedUpNetwork } from '../throttling/throttles.ts';
import { toUser } from '../users.ts';
import { type CliTokenRow, cliRequests, cliTokens } from './tables.ts';

const lastUsedStepSeconds = 60;

export const isCliToken = (token: string | null): token is string =>
  token?.startsWith(cliTokenPrefix) ?? false;

export const scopesOf = ({ scopes }: Pick<CliTokenRow, 'scopes'>) => scopes ?? [...cliScopes];

// An older version gives every token the whole account, for good. It reads only hashes of the first purpose, so that limited
// tokens are unknown to it.
const hashPurposes = { whole: 'cli-token', limited: 'limited-cli-token' } as const;

export const extentOf = (scopes: CliTokenRow['scopes'], end: Date | number | null) =>
  end !== null || scopesOf({ scopes }).length < cliScopes.length ? 'limited' : 'whole';

const hashOf = (
  deps: Pick<IdentityDeps, 'tokenPepper'>,
  token: string,
  extent: keyof typeof hashPurposes,
) => {
  const { hash, pepperId } = hashValue(deps.tokenPepper, hashPurposes[extent], token);
  return { tokenHash: hash, pepperId };
};

// A token whose answer was lost expires unless it is used soon. A machine's token may wait for its machine: its maker sees it on
// the list.
const isArrived = (now: Date) =>
  or(
    isNotNull(cliTokens.lastUsedAt),
    eq(cliTokens.kind, 'machine'),
    gt(cliTokens.createdAt, secondsBefore(now, cliLimits.firstUseMinutes * 60)),
  );

export const isTokenAlive = (now: Date) =>
  and(isArrived(now), or(isNull(cliTokens.expiresAt), gt(cliTokens.expiresAt, now)));

const grantOf = (row: CliTokenRow): Grant => ({
  scopes: scopesOf(row),
  expiresAt: row.expiresAt,
  madeWith: row.madeWith,
});

type NewToken = Pick<CliTokenRow, 'deviceName' | 'kind' | 'scopes' | 'expiresAt' | 'madeWith'>;

export const insertCliToken = async (
  deps: Pick<IdentityDeps, 'now' | 'tokenPepper'>,
  tx: Db,
  { client }: Visitor,
  ownerId: string,
  newToken: NewToken,
) => {
  const token = makeSecret(cliTokenPrefix);
  const [row] = await tx
    .insert(cliTokens)
    .values({
      userId: ownerId,
      ...newToken,
      address: client.address,
      ...hashOf(deps, token, extentOf(newToken.scopes, newToken.expiresAt)),
      createdAt: deps.now(),
    })
    .returning();
  if (!row) throw new Error('insert returned no token');
  return { token, row };
};

// Its holder learns that it expired; a revoked token is unknown.
export type ExpiredToken = { expiredAt: Date };

export const readCliToken = async (
  deps: Pick<IdentityDeps, 'db' | 'now' | 'seenTokens' | 'throttles' | 'tokenPepper'>,
  token: string,
  address: string,
): Promise<SignedIn | ExpiredToken | 'bad token' | 'session ended' | 'suspended'> => {
  if (!isSecret(cliTokenPrefix, token)) return 'bad token';
  const now = deps.now();
  const hashes = Object.values(hashPurposes).flatMap((purpose) =>
    possibleHashes(deps.tokenPepper, purpose, token),
  );
  const { tokenHash } = hashOf(deps, token, 'whole');
  // A network that sent many unknown tokens gets no look-ups but for tokens that were good a moment ago.
  if (!deps.seenTokens.has(tokenHash))
    await refuseUsedUpNetwork(deps.throttles.of(unknownCliTokenPerAddress), address);
  const [found] = await deps.db
    .select({ user: users, token: cliTokens, hasVerifiedFactor })
    .from(cliTokens)
    .innerJoin(users, eq(users.id, cliTokens.userId))
    .where(and(inArray(cliTokens.tokenHash, hashes), isNull(users.deletesAt), isArrived(now)));
  if (!found) {
    deps.seenTokens.forget(tokenHash);
    await consumeNetwork(deps.throttles.of(unknownCliTokenPerAddress), address);
    return 'session ended';
  }
  deps.seenTokens.add(tokenHash);

  const { user } = found;
  if (user.suspendedAt) return 'suspended';
  const { id, lastUsedAt, pepperId, scopes, expiresAt } = found.token;
  if (expiresAt && expiresAt <= now) return { expiredAt: expiresAt };
  const isOverdue = !lastUsedAt || lastUsedAt < secondsBefore(now, lastUsedStepSeconds);
  // Only its holder knows the token, so it is hashed anew when it is used.
  if (isOverdue || pepperId !== deps.tokenPepper.currentId()) {
    await deps.db
      .update(cliTokens)
      .set({ lastUsedAt: now, address, ...hashOf(deps, token, extentOf(scopes, expiresAt)) })
      .where(eq(cliTokens.id, id));
  }
  return {
    user,
    sessionId: id,
    kind: 'cli',
    emailVerified: isEmailVerified(toUser(user)),
    proofs: [],
    proofCount: 0,
    hasVerifiedFactor: found.hasVerifiedFactor,
    grant: grantOf(found.token),
  };
};

// Deletes also the requests that were authorized and not yet fetched.
export const revokeAllCliTokens = async (tx: Db, ownerId: string) => {
  await tx.delete(cliRequests).where(eq(cliRequests.userId, ownerId));
  await tx.delete(cliTokens).where(eq(cliTokens.userId, ownerId));
};

const expiredDays = 30;

export const deleteDeadCliTokens = (deps: Pick<IdentityDeps, 'db' | 'now'>) => {
  const now = deps.now();
  const arrived = isArrived(now);
  const longExpired = lt(cliTokens.expiresAt, secondsBefore(now, expiredDays * 24 * 3600));
  return deps.db.delete(cliTokens).where(or(arrived && not(arrived), longExpired));
};
