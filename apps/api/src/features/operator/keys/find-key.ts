// An API key with its owner, as operators see it: never with its value.
import { type OperatorKey, operatorKeyMessages } from '@ballast/contract/operator/keys';
import { eq, type SQL } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import type { Owner } from '../../../identity/actor.ts';
import { users } from '../../../identity/tables.ts';
import { type ApiKeyRow, apiKeys, limitEnds } from '../../../key-check/tables.ts';
import { beginsWith, findOne } from '../find-one.ts';
import { readReviewUsage } from '../requests/review-usage.ts';

export type OwnedKey = { key: ApiKeyRow; owner: Owner };

export const findKey = ({ db }: Deps, idStart: string): Promise<OwnedKey> => {
  const isMeant = beginsWith(apiKeys.id, idStart);
  const read = (condition: SQL, limit: number) =>
    db
      .select({ key: apiKeys, owner: users })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(condition)
      .orderBy(apiKeys.id)
      .limit(limit);
  return findOne(idStart, isMeant, operatorKeyMessages, read, ({ key }) => `${key.id} (${key.name})`);
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
  const [end] = await deps.db.select().from(limitEnds).where(eq(limitEnds.keyId, key.id));
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    status: statusOf(owned, deps.now()),
    userId: owner.id,
    email: owner.email,
    rateLimit: key.rateLimit,
    limitEndsAt: time(end?.endsAt ?? null),
    limitAfter: end?.limitAfter ?? null,
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
