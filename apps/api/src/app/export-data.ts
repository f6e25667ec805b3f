// Everything that the portal holds about a person, as one JSON file that is written while it is read. Secrets and what could
// be searched for them (hashes, ciphers, codes) stay here.
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { faucetClaims } from '../features/faucet/tables.ts';
import type { Download } from '../http/serve.ts';
import { recordActivity } from '../identity/activity-log.ts';
import type { Actor } from '../identity/actor.ts';
import { factors, passkeys } from '../identity/factors/tables.ts';
import { activities, cliTokens, identities, sessions, type UserRow } from '../identity/tables.ts';
import { toUser } from '../identity/users.ts';
import { apiKeys, keyUsageDays, rateLimitRequests } from '../key-check/tables.ts';
import type { Deps } from '../runtime/deps.ts';

type OwnedTable = PgTable & { id: AnyPgColumn; userId: AnyPgColumn };
type Part = { table: OwnedTable; columns: Record<string, AnyPgColumn> };

// What is not listed here does not leave.
const parts: Record<string, Part> = {
  connectedAccounts: {
    table: identities,
    columns: {
      provider: identities.provider,
      subject: identities.subject,
      email: identities.email,
      username: identities.username,
      createdAt: identities.createdAt,
      lastUsedAt: identities.lastUsedAt,
    },
  },
  secondFactors: {
    table: factors,
    columns: {
      type: factors.type,
      status: factors.status,
      name: factors.name,
      createdAt: factors.createdAt,
      lastUsedAt: factors.lastUsedAt,
    },
  },
  passkeys: {
    table: passkeys,
    columns: { name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt },
  },
  sessions: {
    table: sessions,
    columns: {
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    },
  },
  commandLines: {
    table: cliTokens,
    columns: {
      deviceName: cliTokens.deviceName,
      address: cliTokens.address,
      createdAt: cliTokens.createdAt,
      lastUsedAt: cliTokens.lastUsedAt,
    },
  },
  apiKeys: {
    table: apiKeys,
    columns: {
      name: apiKeys.name,
      environment: apiKeys.environment,
      rateLimit: apiKeys.rateLimit,
      createdAt: apiKeys.createdAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
      lastUsedAddress: apiKeys.lastUsedAddress,
      lastUsedUserAgent: apiKeys.lastUsedUserAgent,
    },
  },
  rateLimitRequests: {
    table: rateLimitRequests,
    columns: {
      keyId: rateLimitRequests.keyId,
      currentLimit: rateLimitRequests.currentLimit,
      requestedLimit: rateLimitRequests.requestedLimit,
      reason: rateLimitRequests.reason,
      status: rateLimitRequests.status,
      note: rateLimitRequests.note,
      createdAt: rateLimitRequests.createdAt,
      decidedAt: rateLimitRequests.decidedAt,
    },
  },
  faucetClaims: {
    table: faucetClaims,
    columns: {
      amount: faucetClaims.amount,
      address: faucetClaims.address,
      status: faucetClaims.status,
      transaction: faucetClaims.transaction,
      clientAddress: faucetClaims.clientAddress,
      createdAt: faucetClaims.createdAt,
      settledAt: faucetClaims.settledAt,
    },
  },
  activities: {
    table: activities,
    columns: {
      type: activities.type,
      description: activities.description,
      environment: activities.environment,
      address: activities.address,
      createdAt: activities.createdAt,
    },
  },
};

const pageSize = 500;

const readPage = (deps: Deps, ownerId: string, { table, columns }: Part, after: string | null) =>
  deps.db
    .select({ ...columns, id: table.id })
    .from(table)
    .where(and(eq(table.userId, ownerId), after ? gt(table.id, after) : undefined))
    .orderBy(asc(table.id))
    .limit(pageSize) as unknown as Promise<{ id: string }[]>;

const withUsage = async (deps: Deps, keys: { id: string }[]) => {
  const ids = keys.map(({ id }) => id);
  const days = ids.length
    ? await deps.db.select().from(keyUsageDays).where(inArray(keyUsageDays.keyId, ids))
    : [];
  return keys.map((key) => ({
    ...key,
    usage: days.filter(({ keyId }) => keyId === key.id).map(({ keyId: _, ...counts }) => counts),
  }));
};

async function* writePart(deps: Deps, ownerId: string, name: string, part: Part) {
  yield `,\n"${name}": [`;
  let after: string | null = null;
  let separator = '\n';
  for (;;) {
    const page: { id: string }[] = await readPage(deps, ownerId, part, after);
    for (const row of part.table === apiKeys ? await withUsage(deps, page) : page) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) break;
  }
  yield ']';
}

async function* write(deps: Deps, owner: UserRow) {
  const profile = { ...toUser(owner), createdAt: owner.createdAt, updatedAt: owner.updatedAt };
  yield `{"exportedAt": "${deps.now().toISOString()}",\n"profile": ${JSON.stringify(profile)}`;
  for (const [name, part] of Object.entries(parts)) yield* writePart(deps, owner.id, name, part);
  yield '\n}\n';
}

export const exportData = async (deps: Deps, actor: Actor, owner: UserRow): Promise<Download> => {
  await recordActivity(deps, deps.db, actor, { ownerId: owner.id, type: 'data_exported' });
  const filename = `account-${deps.now().toISOString().slice(0, 10)}.json`;
  return { contentType: 'application/json; charset=utf-8', filename, chunks: write(deps, owner) };
};
