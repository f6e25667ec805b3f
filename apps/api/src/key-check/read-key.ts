// Reads the key of a presented value from the database: an active one, a deleted one, or one that has another value now.

import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/database-away.ts';
import { inTime } from '../db/in-time.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { type FoundKey, unknownKey } from './key-cache.ts';
import { hashKeySecret } from './key-secret.ts';
import { noBucket } from './memory-limiter.ts';
import { apiKeys, replacedKeys } from './tables.ts';
import { newCounter } from './usage-counter.ts';

const columns = {
  keyId: apiKeys.id,
  name: apiKeys.name,
  environment: apiKeys.environment,
  userId: apiKeys.userId,
  rateLimit: apiKeys.rateLimit,
};
const isTrue = sql<boolean>`true`.as('revoked');
const isDeleted = sql<boolean>`${apiKeys.revokedAt} is not null`.as('revoked');

const selectByHash = prepared((db) =>
  unionAll(
    db
      .select({ ...columns, revoked: isDeleted })
      .from(apiKeys)
      .where(eq(apiKeys.secretHash, sql.placeholder('hash'))),
    db
      .select({ ...columns, revoked: isTrue })
      .from(replacedKeys)
      .innerJoin(apiKeys, eq(apiKeys.id, replacedKeys.keyId))
      .where(eq(replacedKeys.secretHash, sql.placeholder('hash'))),
  ).prepare('find_key'),
);

const answerWithinMs = 2000;

// Null: the database is away.
export type ReadKey = (value: string) => Promise<FoundKey | null>;

export const openKeyReader =
  (db: Db, pepper: string, log: Logger): ReadKey =>
  async (value) => {
    const hash = hashKeySecret(pepper, value);
    try {
      const [row] = await inTime(selectByHash(db).execute({ hash }), answerWithinMs);
      if (!row) return unknownKey;
      const { revoked, ...key } = row;
      const counter = newCounter(key.keyId, hash);
      if (revoked) return { kind: 'revoked', counter };
      return { kind: 'active', ...key, counter, bucket: noBucket, answer: null };
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'a key could not be looked up');
      return null;
    }
  };
