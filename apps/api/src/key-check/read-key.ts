// Reads the key of a presented value from the database: an active one, a deleted one, or one that has another value now.

import type { CheckedKey } from '@ballast/contract/key-check';
import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/database-away.ts';
import { inTime } from '../db/in-time.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { hashKeySecret } from './key-secret.ts';
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

type KeyRow = { hash: string; key: CheckedKey; revoked: boolean };
export type LookUp = KeyRow | 'unknown' | 'unavailable';

export const openKeyReader =
  (db: Db, pepper: string, log: Logger) =>
  async (value: string): Promise<LookUp> => {
    const hash = hashKeySecret(pepper, value);
    try {
      const [row] = await inTime(selectByHash(db).execute({ hash }), answerWithinMs);
      if (!row) return 'unknown';
      const { revoked, ...key } = row;
      return { hash, key, revoked };
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'a key could not be looked up');
      return 'unavailable';
    }
  };
