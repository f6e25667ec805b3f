// A key as its owner sees it. The value of a production key needs a recent proof.
import type { ApiKey, RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { withheldKey } from '@ballast/contract/keys/mask-key';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { hasKeyScope, isProven } from '../../http/access/requirements.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { keyPrefix } from '../../key-check/key-secret.ts';
import { type ApiKeyRow, type RateLimitRequestRow, rateLimitRequests } from '../../key-check/tables.ts';
import { isExpired } from './owned-key.ts';
import { findPrevious, findPreviousValues, type PreviousRow } from './previous-value.ts';

type KeyFacts = Pick<ApiKeyRow, 'name' | 'environment'>;

export const toRateLimitRequest = (row: RateLimitRequestRow, key: KeyFacts): RateLimitRequest => ({
  id: row.id,
  keyId: row.keyId,
  keyName: key.name,
  environment: key.environment,
  currentLimit: row.currentLimit,
  requestedLimit: row.requestedLimit,
  approvedLimit: row.approvedLimit,
  reason: row.reason,
  status: row.status,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

const newestRequests = (tx: Db, ownerId: string, keyIds: string[]) =>
  tx
    .selectDistinctOn([rateLimitRequests.keyId])
    .from(rateLimitRequests)
    // One parameter for a page of ids: building a query with hundreds of them would hold up key checks.
    .where(
      and(eq(rateLimitRequests.userId, ownerId), sql`${rateLimitRequests.keyId} = any(${sql.param(keyIds)})`),
    )
    .orderBy(rateLimitRequests.keyId, desc(rateLimitRequests.createdAt));

// A damaged row must not hide all other keys.
const readValue = (deps: Deps, row: ApiKeyRow): string | null => {
  try {
    return deps.keyEncryption.open(row, row.id);
  } catch (error) {
    deps.log.error({ err: error, keyId: row.id }, 'the value of an API key cannot be decrypted');
    return null;
  }
};

const shownValue = (deps: Deps, actor: Actor, row: ApiKeyRow) => {
  const value = readValue(deps, row);
  if (value === null) return { key: withheldKey(keyPrefix(row.environment), ''), masked: true };
  const masked =
    !hasKeyScope(actor, row.environment) || (row.environment === 'PRODUCTION' && !isProven(deps, actor));
  return { key: masked ? withheldKey(value) : value, masked };
};

type KeyParts = { request?: RateLimitRequestRow | undefined; previous?: PreviousRow | null | undefined };

export const toApiKey = (
  deps: Deps,
  actor: Actor,
  row: ApiKeyRow,
  { request, previous }: KeyParts = {},
): ApiKey => ({
  id: row.id,
  name: row.name,
  ...shownValue(deps, actor, row),
  environment: row.environment,
  rateLimit: row.rateLimit,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isActive: row.revokedAt === null && !isExpired(row, deps.now()),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  scopes: row.scopes,
  allowedNetworks: row.allowedNetworks,
  status: isExpired(row, deps.now()) ? 'EXPIRED' : 'ACTIVE',
  latestRequest: request ? toRateLimitRequest(request, row) : null,
  previous: previous?.shown ?? null,
  leakedAt: (row.leakedAt ?? previous?.leakedAt)?.toISOString() ?? null,
});

// A page is decrypted a few keys at a time, so that key checks do not wait for all of it.
const keysAtOnce = 10;

export const toApiKeys = async (deps: Deps, actor: Actor, ownerId: string, rows: ApiKeyRow[]) => {
  if (!rows.length) return [];
  const ids = rows.map(({ id }) => id);
  const newest = await newestRequests(deps.db, ownerId, ids);
  const requests = new Map(newest.map((request) => [request.keyId, request]));
  const previous = await findPreviousValues(deps, deps.db, ids);
  const keys: ApiKey[] = [];
  for (let from = 0; from < rows.length; from += keysAtOnce) {
    for (const row of rows.slice(from, from + keysAtOnce))
      keys.push(
        toApiKey(deps, actor, row, { request: requests.get(row.id), previous: previous.get(row.id) }),
      );
    await deps.turns.next();
  }
  return keys;
};

export const toApiKeyWithRequest = async (deps: Deps, tx: Db, actor: Actor, row: ApiKeyRow) => {
  const [request] = await tx
    .select()
    .from(rateLimitRequests)
    .where(and(eq(rateLimitRequests.keyId, row.id), eq(rateLimitRequests.userId, row.userId)))
    .orderBy(desc(rateLimitRequests.createdAt))
    .limit(1);
  return toApiKey(deps, actor, row, { request, previous: await findPrevious(deps, tx, row.id) });
};
