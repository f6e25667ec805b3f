// Reads the keys of presented values from the database: an active one, a deleted one, or one that has another value now.

import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/connections/database-away.ts';
import type { Db } from '../../db/connections/open.ts';
import { prepared } from '../../db/queries/prepared.ts';
import { users } from '../../identity/tables.ts';
import { inTime } from '../../runtime/in-time.ts';
import type { Pepper } from '../../secrets/pepper.ts';
import { keyHashes } from '../key-secret.ts';
import { type ApiKeyRow, apiKeys, replacedKeys } from '../tables.ts';
import { openBatches } from './batch-look-ups.ts';

const columns = {
  keyId: apiKeys.id,
  name: apiKeys.name,
  environment: apiKeys.environment,
  userId: apiKeys.userId,
  rateLimit: apiKeys.rateLimit,
  expiresAt: apiKeys.expiresAt,
  scopes: apiKeys.scopes,
  allowedNetworks: apiKeys.allowedNetworks,
};
// A replaced value is as good as the key's own while its grace lasts.
const isStopped = sql<boolean>`${replacedKeys.endsAt} is null or ${apiKeys.revokedAt} is not null`.as(
  'revoked',
);
const noEnd = sql<Date | null>`null::timestamptz`.mapWith(replacedKeys.endsAt).as('ends_at');
const isDeleted = sql<boolean>`${apiKeys.revokedAt} is not null`.as('revoked');
// Its owner has deleted the account, and may still keep it.
const isResting = sql<boolean>`${users.deletesAt} is not null`.as('resting');

const isSuspended = sql<boolean>`${users.suspendedAt} is not null`.as('suspended');

const isAsked = (secretHash: SQLWrapper) => sql`${secretHash} = any(${sql.placeholder('hashes')}::text[])`;

const selectByHashes = prepared((db) =>
  unionAll(
    db
      .select({
        hash: sql<string>`${apiKeys.secretHash}`.as('hash'),
        ...columns,
        revoked: isDeleted,
        resting: isResting,
        suspended: isSuspended,
        endsAt: noEnd,
      })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(isAsked(apiKeys.secretHash)),
    db
      .select({
        hash: sql<string>`${replacedKeys.secretHash}`.as('hash'),
        ...columns,
        revoked: isStopped,
        resting: isResting,
        suspended: isSuspended,
        endsAt: sql<Date | null>`${replacedKeys.endsAt}`.mapWith(replacedKeys.endsAt).as('ends_at'),
      })
      .from(replacedKeys)
      .innerJoin(apiKeys, eq(apiKeys.id, replacedKeys.keyId))
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(isAsked(replacedKeys.secretHash)),
  ).prepare('find_keys'),
);

const answerWithinMs = 2000;

type KeyFacts = Pick<
  ApiKeyRow,
  'name' | 'environment' | 'userId' | 'rateLimit' | 'expiresAt' | 'scopes' | 'allowedNetworks'
> & { keyId: string };
type KeyRow = {
  hash: string;
  key: KeyFacts;
  revoked: boolean;
  resting: boolean;
  suspended: boolean;
  endsAt: Date | null;
};
export type LookUp = KeyRow | 'unknown' | 'unavailable';

const readBatch = async (db: Db, log: Logger, hashes: string[]): Promise<Map<string, KeyRow> | null> => {
  try {
    const rows = await inTime(selectByHashes(db).execute({ hashes }), answerWithinMs);
    return new Map(
      rows.map(({ hash, revoked, resting, suspended, endsAt, ...key }) => [
        hash,
        { hash, key, revoked, resting, suspended, endsAt },
      ]),
    );
  } catch (error) {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'keys could not be looked up');
    return null;
  }
};

// A value may have been hashed with any pepper that is still accepted.
export const openKeyReader = (db: Db, pepper: Pepper, log: Logger) => {
  const lookUp = openBatches((hashes) => readBatch(db, log, hashes));
  return (value: string): Promise<LookUp> => lookUp(keyHashes(pepper, value));
};
