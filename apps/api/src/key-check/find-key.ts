// Finds the key of a presented value: in the cache while that can be trusted, otherwise in the database.
import { eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/database-away.ts';
import { inTime } from '../db/in-time.ts';
import { replacedKeys } from '../db/key-tables.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { apiKeys } from '../db/schema.ts';
import { type FoundKey, openKeyCache } from './key-cache.ts';
import { hashKeySecret, isKeySecret } from './key-secret.ts';
import { noBucket } from './memory-limiter.ts';
import { newCounter } from './usage.ts';

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

const unknown: FoundKey = { kind: 'unknown' };
const answerWithinMs = 2000;

type Lookup = { changes: number; found: Promise<FoundKey | null> };

export const openKeyFinder = (db: Db, pepper: string, isTrusted: (now: number) => boolean, log: Logger) => {
  const cache = openKeyCache();
  const lookups = new Map<string, Lookup>();
  // How often a key changed. A look-up that saw another number may have read what was true before.
  let changes = 0;
  const counts = { hits: 0, lookups: 0 };

  const read = async (value: string): Promise<FoundKey | null> => {
    const hash = hashKeySecret(pepper, value);
    counts.lookups += 1;
    try {
      const [row] = await inTime(selectByHash(db).execute({ hash }), answerWithinMs);
      if (!row) return unknown;
      const { revoked, ...key } = row;
      const counter = newCounter(key.keyId, hash);
      if (revoked) return { kind: 'revoked', counter };
      return { kind: 'active', ...key, counter, bucket: noBucket, answer: null };
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'a key could not be looked up');
      return null;
    }
  };

  const lookUp = (value: string, clock: () => number): Promise<FoundKey | null> => {
    // While changes are not heard, a look-up that is under way may already be out of date.
    if (!isTrusted(clock())) return read(value);
    const under = lookups.get(value);
    if (under?.changes === changes) return under.found;

    const began = changes;
    const found = read(value).then((key) => {
      if (lookups.get(value)?.found === found) lookups.delete(value);
      if (key && began === changes && isTrusted(clock())) cache.set(value, key);
      return key;
    });
    lookups.set(value, { changes, found });
    return found;
  };

  return {
    // Null: the database is away.
    find: (value: string, now: number, clock: () => number): FoundKey | Promise<FoundKey | null> => {
      const known = isTrusted(now) ? cache.get(value) : undefined;
      if (known) {
        counts.hits += 1;
        return known;
      }
      return isKeySecret(value) ? lookUp(value, clock) : unknown;
    },
    forget: (keyId: string) => {
      changes += 1;
      cache.forget(keyId);
    },
    forgetAll: () => {
      changes += 1;
      cache.clear();
    },
    counts: () => ({ ...counts, cached: cache.size() }),
  };
};
