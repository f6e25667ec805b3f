// The token of an authorized command line is random, stored as a hash, and valid until it is revoked.

import { createHmac } from 'node:crypto';
import { isEmailVerified } from '@ballast/contract/account-state';
import { cliLimits, cliTokenPrefix } from '@ballast/contract/cli-auth';
import { and, eq, gt, isNotNull, not, or } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import type { Deps } from '../runtime/deps.ts';
import { secondsBefore } from '../runtime/times.ts';
import { isSecret, makeSecret } from '../secrets/secret-text.ts';
import type { SignedIn, Visitor } from './actor.ts';
import { cliRequests, cliTokens, users } from './tables.ts';
import { toUser } from './users.ts';

const lastUsedStepSeconds = 60;

export const isCliToken = (token: string | null): token is string =>
  token?.startsWith(cliTokenPrefix) ?? false;

const hashOf = (pepper: string, token: string) =>
  createHmac('sha256', pepper).update('cli-token\0').update(token).digest('base64url');

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
  const tokenHash = hashOf(deps.tokenPepper, token);
  const [row] = await tx
    .insert(cliTokens)
    .values({ userId: ownerId, deviceName, address: client.address, tokenHash, createdAt: deps.now() })
    .returning();
  if (!row) throw new Error('insert returned no token');
  return { token, deviceId: row.id };
};

export const readCliToken = async (
  deps: Deps,
  token: string,
  address: string,
): Promise<SignedIn | 'bad token' | 'session ended'> => {
  if (!isSecret(cliTokenPrefix, token)) return 'bad token';
  const now = deps.now();
  const [found] = await deps.db
    .select({ user: users, id: cliTokens.id, lastUsedAt: cliTokens.lastUsedAt })
    .from(cliTokens)
    .innerJoin(users, eq(users.id, cliTokens.userId))
    .where(and(eq(cliTokens.tokenHash, hashOf(deps.tokenPepper, token)), isTokenAlive(now)));
  if (!found) return 'session ended';

  const { user, id, lastUsedAt } = found;
  if (!lastUsedAt || lastUsedAt < secondsBefore(now, lastUsedStepSeconds)) {
    await deps.db.update(cliTokens).set({ lastUsedAt: now, address }).where(eq(cliTokens.id, id));
  }
  return { user, sessionId: id, kind: 'cli', emailVerified: isEmailVerified(toUser(user)) };
};

// Deletes also the requests that were authorized and not yet fetched, and those first, because a call that fetches a token
// has locked its request's row.
export const revokeAllCliTokens = async (tx: Db, ownerId: string) => {
  await tx.delete(cliRequests).where(eq(cliRequests.userId, ownerId));
  await tx.delete(cliTokens).where(eq(cliTokens.userId, ownerId));
};

export const deleteLostCliTokens = (deps: Deps) => {
  const alive = isTokenAlive(deps.now());
  return alive && deps.db.delete(cliTokens).where(not(alive));
};
