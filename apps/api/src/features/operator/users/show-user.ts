// One account, as support needs to see it, without a secret.
import { type OperatorUserDetails, operatorUserLimits } from '@ballast/contract/operator/users';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { scopesOf } from '../../../identity/cli/cli-tokens.ts';
import { cliTokens } from '../../../identity/cli/tables.ts';
import { factors, passkeys } from '../../../identity/factors/tables.ts';
import { factorResets } from '../../../identity/recovery/tables.ts';
import { identities, sessions, type UserRow } from '../../../identity/tables.ts';
import { type ApiKeyRow, apiKeys, rateLimitRequests } from '../../../key-check/tables.ts';
import { recordAlone } from '../log/operator-log.ts';
import { findUser, targetOf } from './find-user.ts';
import { toUser } from './list-users.ts';

const { shown } = operatorUserLimits;
const time = (at: Date | null) => at?.toISOString() ?? null;

const readWaysIn = async (db: Db, { id, passwordHash }: UserRow) => {
  const isTheirs = eq(identities.userId, id);
  const connected = await db.select({ provider: identities.provider }).from(identities).where(isTheirs);
  const numberOfPasskeys = await db.$count(passkeys, eq(passkeys.userId, id));
  return [
    ...(passwordHash ? ['password'] : []),
    ...connected.map(({ provider }) => provider),
    ...(numberOfPasskeys ? ['passkey'] : []),
  ];
};

const readSessions = async (db: Db, ownerId: string) => {
  const { id, address, userAgent, lastSeenAt } = sessions;
  const rows = await db
    .select({ id, address, userAgent, lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.userId, ownerId), eq(sessions.kind, 'browser')))
    .orderBy(desc(lastSeenAt))
    .limit(shown);
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt.toISOString() }));
};

const readCommandLines = async (db: Db, ownerId: string) => {
  const { id, deviceName, kind, address, lastUsedAt, scopes, expiresAt, createdAt } = cliTokens;
  const rows = await db
    .select({ id, deviceName, kind, address, lastUsedAt, scopes, expiresAt })
    .from(cliTokens)
    .where(eq(cliTokens.userId, ownerId))
    .orderBy(desc(createdAt))
    .limit(shown);
  return rows.map((row) => ({
    ...row,
    lastUsedAt: time(row.lastUsedAt),
    scopes: scopesOf(row),
    expiresAt: time(row.expiresAt),
  }));
};

type KeyStatus = OperatorUserDetails['keys'][number]['status'];

const keyStatus = ({ revokedAt, expiresAt }: ApiKeyRow, now: Date): KeyStatus => {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
};

// Those in use come first.
const readKeys = async ({ db, now }: Deps, ownerId: string) => {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, ownerId))
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.createdAt))
    .limit(shown);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    environment: row.environment,
    status: keyStatus(row, now()),
    rateLimit: row.rateLimit,
    lastUsedAt: time(row.lastUsedAt),
  }));
};

const readResetTime = async (db: Db, ownerId: string) => {
  const [reset] = await db.select().from(factorResets).where(eq(factorResets.userId, ownerId));
  return time(reset?.dueAt ?? null);
};

export const describeUser = async (deps: Deps, row: UserRow): Promise<OperatorUserDetails> => {
  const { db } = deps;
  const { id } = row;
  const isInUse = and(eq(apiKeys.userId, id), sql`${apiKeys.revokedAt} is null`);
  const isOpen = and(eq(rateLimitRequests.userId, id), eq(rateLimitRequests.status, 'PENDING'));
  const isVerified = and(eq(factors.userId, id), eq(factors.status, 'verified'));
  return {
    ...toUser({ ...row, activeKeys: await db.$count(apiKeys, isInUse) }),
    suspendedAt: time(row.suspendedAt),
    suspendedReason: row.suspendedReason,
    deletesAt: time(row.deletesAt),
    signsInWith: await readWaysIn(db, row),
    secondFactors: await db.$count(factors, isVerified),
    factorsResetAt: await readResetTime(db, id),
    openRequests: await db.$count(rateLimitRequests, isOpen),
    sessions: await readSessions(db, id),
    commandLines: await readCommandLines(db, id),
    keys: await readKeys(deps, id),
  };
};

export const showUser = async (deps: Deps, actor: Operator, who: string) => {
  const row = await findUser(deps.db, who);
  await recordAlone(deps, actor, { action: 'users show', target: targetOf(row) });
  return describeUser(deps, row);
};
