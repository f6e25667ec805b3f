// An API key with its owner, as operators see it: never with its value.

import { type OperatorKey, operatorKeyMessages } from '@ballast/contract/operator/keys';
import { operatorUserLimits } from '@ballast/contract/operator/users';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import type { Owner } from '../../../identity/actor.ts';
import { users } from '../../../identity/tables.ts';
import { type ApiKeyRow, apiKeys } from '../../../key-check/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { beginsWith } from '../id-start.ts';
import { readReviewUsage } from '../requests/review-usage.ts';

const { candidates } = operatorUserLimits;
const notFound = (idStart: string) =>
  new Failure('not_found', { message: operatorKeyMessages.none(idStart) });

export type OwnedKey = { key: ApiKeyRow; owner: Owner };

export const findKey = async ({ db }: Deps, idStart: string): Promise<OwnedKey> => {
  const meant = beginsWith(apiKeys.id, idStart);
  if (!meant) throw notFound(idStart);
  const found = await db
    .select({ key: apiKeys, owner: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(meant)
    .orderBy(apiKeys.id)
    .limit(candidates + 1);
  const [one, another] = found;
  if (!one) throw notFound(idStart);
  if (!another) return one;
  const named = found.slice(0, candidates).map(({ key }) => `${key.id} (${key.name})`);
  throw new Failure('conflict', {
    message: operatorKeyMessages.several(idStart, named, found.length > candidates),
  });
};

// In the order of the key check. A key whose owner is leaving is as good as revoked.
const statusOf = ({ key, owner }: OwnedKey, now: Date): OperatorKey['status'] => {
  if (key.revokedAt || owner.deletesAt) return 'REVOKED';
  if (owner.suspendedAt) return 'SUSPENDED';
  return key.expiresAt && key.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
};

const time = (at: Date | null) => at?.toISOString() ?? null;

export const describeKey = async (deps: Deps, owned: OwnedKey): Promise<OperatorKey> => {
  const { key, owner } = owned;
  const usageOf = await readReviewUsage(deps, [key.id]);
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    status: statusOf(owned, deps.now()),
    userId: owner.id,
    email: owner.email,
    rateLimit: key.rateLimit,
    scopes: key.scopes,
    allowedNetworks: key.allowedNetworks,
    createdAt: key.createdAt.toISOString(),
    expiresAt: time(key.expiresAt),
    revokedAt: time(key.revokedAt),
    leakedAt: time(key.leakedAt),
    lastUsedAt: time(key.lastUsedAt),
    lastUsedAddress: key.lastUsedAddress,
    lastUsedUserAgent: key.lastUsedUserAgent,
    usage: usageOf(key.id),
  };
};
