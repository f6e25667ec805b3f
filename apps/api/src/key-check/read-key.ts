// Reads the key of a presented value from the database: an active one, a deleted one, or one that has another value now.

import type { CheckedKey } from '@ballast/contract/key-check';
import { type Column, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/database-away.ts';
import { inTime } from '../db/in-time.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { Pepper } from '../secrets/pepper.ts';
import { keyHashes } from './key-secret.ts';
import { apiKeys, replacedKeys } from './tables.ts';

const columns = {
  keyId: apiKeys.id,
  name: apiKeys.name,
  environment: apiKeys.environment,
  userId: apiKeys.userId,
  rateLimit: apiKeys.rateLimit,
};
const isTrue = sql<boolean>`true`.as('revoked');
const isDeleted = sql<boolean>`${apiKeys.revokedAt} is not null`.as('revoked');

// A value may have been hashed with any pepper that is still accepted.
const isOneOf = (hash: Column) => sql`${hash} = any(${sql.placeholder('hashes')})`;

const selectByHash = prepared((db) =>
  unionAll(
    db
      .select({ ...columns, hash: apiKeys.secretHash, revoked: isDeleted })
      .from(apiKeys)
      .where(isOneOf(apiKeys.secretHash)),
    db
      .select({ ...columns, hash: replacedKeys.secretHash, revoked: isTrue })
      .from(replacedKeys)
      .innerJoin(apiKeys, eq(apiKeys.id, replacedKeys.keyId))
      .where(isOneOf(replacedKeys.secretHash)),
  ).prepare('find_key'),
);

const answerWithinMs = 2000;

type KeyRow = { hash: string; key: CheckedKey; revoked: boolean };
export type LookUp = KeyRow | 'unknown' | 'unavailable';

export const openKeyReader =
  (db: Db, pepper: Pepper, log: Logger) =>
  async (value: string): Promise<LookUp> => {
    const hashes = keyHashes(pepper, value);
    try {
      const [row] = await inTime(selectByHash(db).execute({ hashes }), answerWithinMs);
      if (!row) return 'unknown';
      const { hash, revoked, ...key } = row;
      return { hash, key, revoked };
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'a key could not be looked up');
      return 'unavailable';
    }
  };
