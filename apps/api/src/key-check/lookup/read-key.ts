// Reads the keys of presented values from the database: an active one, a deleted one, or one that has another value now.
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/connections/database-away.ts';
import type { Db } from '../../db/connections/open.ts';
import { prepared } from '../../db/queries/prepared.ts';
import { users } from '../../identity/tables.ts';
import { inTime } from '../../runtime/in-time.ts';
import { secondsBefore } from '../../runtime/times.ts';
import type { Pepper } from '../../secrets/pepper.ts';
import { keyHashes } from '../key-secret.ts';
import { noBucket } from '../limits/memory-limiter.ts';
import { prepareRestrictions } from '../restrictions.ts';
import { apiKeys, replacedKeys } from '../tables.ts';
import { newCounter } from '../usage/usage-counter.ts';
import { openBatches } from './batch-look-ups.ts';
import { type FoundKey, never, unknownKey } from './key-cache.ts';

const columns = {
  keyId: apiKeys.id,
  name: apiKeys.name,
  environment: apiKeys.environment,
  userId: apiKeys.userId,
  rateLimit: apiKeys.rateLimit,
  expiresAt: apiKeys.expiresAt,
  scopes: apiKeys.scopes,
  allowedNetworks: apiKeys.allowedNetworks,
  // Its owner has deleted the account, and may still keep it.
  resting: sql<boolean>`${users.deletesAt} is not null`.as('resting'),
  suspended: sql<boolean>`${users.suspendedAt} is not null`.as('suspended'),
  undoUntil: apiKeys.undoUntil,
};
const isDeleted = sql<boolean>`${apiKeys.revokedAt} is not null`;

const hasHash = (secretHash: SQLWrapper) => sql`${secretHash} = any(${sql.placeholder('hashes')}::text[])`;

const selectByHashes = prepared((db) =>
  unionAll(
    db
      .select({
        ...columns,
        hash: sql<string>`${apiKeys.secretHash}`.as('hash'),
        revoked: isDeleted.as('revoked'),
        endsAt: sql<Date | null>`null::timestamptz`.mapWith(replacedKeys.endsAt).as('ends_at'),
      })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(hasHash(apiKeys.secretHash)),
    db
      .select({
        ...columns,
        hash: sql<string>`${replacedKeys.secretHash}`.as('hash'),
        // A replaced value is as good as the key's own during its grace period.
        revoked: sql<boolean>`${replacedKeys.endsAt} is null or ${isDeleted}`.as('revoked'),
        endsAt: sql<Date | null>`${replacedKeys.endsAt}`.mapWith(replacedKeys.endsAt).as('ends_at'),
      })
      .from(replacedKeys)
      .innerJoin(apiKeys, eq(apiKeys.id, replacedKeys.keyId))
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(hasHash(replacedKeys.secretHash)),
  ).prepare('find_keys'),
);
type KeyRow = Awaited<ReturnType<ReturnType<typeof selectByHashes>['execute']>>[number];

const answerWithinMs = 2000;

const readBatch = async (db: Db, log: Logger, hashes: string[]): Promise<Map<string, KeyRow> | null> => {
  try {
    const rows = await inTime(selectByHashes(db).execute({ hashes }), answerWithinMs);
    return new Map(rows.map((row) => [row.hash, row]));
  } catch (error) {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'keys could not be looked up');
    return null;
  }
};

// A restoration may be under way when its time ends, or go by the clock of another process.
const lateSeconds = 300;

const toFoundKey = (row: KeyRow, now: Date): FoundKey => {
  const { hash, revoked, resting, suspended, allowedNetworks, undoUntil, ...facts } = row;
  const { keyId, userId, expiresAt, scopes } = facts;
  const endsAt = facts.endsAt?.getTime() ?? never;
  const counter = newCounter(keyId, userId, hash);
  const mayComeBack = !revoked || (undoUntil !== null && undoUntil > secondsBefore(now, lateSeconds));
  if (revoked || resting) return { kind: 'revoked', counter, rests: mayComeBack };
  if (suspended) return { kind: 'suspended', counter, endsAt };
  return {
    kind: 'active',
    ...facts,
    expiresAt: expiresAt?.toISOString() ?? null,
    restrictions: prepareRestrictions({ expiresAt, scopes, allowedNetworks }),
    endsAt,
    counter,
    bucket: noBucket,
    spentUntil: 0,
    knownAt: 0,
    answer: null,
  };
};

// A value may have been hashed with any pepper that is still accepted. The result is null when the database is away.
export const openKeyReader = (db: Db, pepper: Pepper, log: Logger, now: () => Date) => {
  const lookUp = openBatches((hashes) => readBatch(db, log, hashes));
  return async (value: string): Promise<FoundKey | null> => {
    const found = await lookUp(keyHashes(pepper, value));
    if (found === 'unavailable') return null;
    return found === 'unknown' ? unknownKey : toFoundKey(found, now());
  };
};
