// API keys and the values that are no longer good. Their usage is in usage/tables.ts.
import { environments, keyLimits, requestStatuses } from '@ballast/contract/keys/api-keys';
import { and, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../db/columns.ts';
import type { Db } from '../db/connections/open.ts';
import { owned, reasons } from '../db/owned.ts';
import { userId } from '../identity/tables.ts';
import { daysOf, endOf } from '../runtime/settings/retention.ts';

// A key that was never used comes after all others. An index holds the same words, and is used only for these.
export const lastUse = (lastUsedAt: AnyPgColumn) => sql`coalesce(${lastUsedAt}, '-infinity'::timestamptz)`;

export const apiKeys = owned(
  pgTable(
    'api_keys',
    {
      id: id(),
      userId: userId(),
      name: text().notNull(),
      environment: text({ enum: environments }).notNull(),
      // A key is found by its HMAC, and shown again by decrypting it.
      secretHash: text().notNull(),
      pepperId: text(),
      secretCipher: text().notNull(),
      encryptionKeyId: text().notNull(),
      rateLimit: integer().notNull().default(keyLimits.defaultRateLimit),
      createdAt: time().notNull(),
      // These describe the last request with the current value.
      lastUsedAt: time(),
      lastUsedAddress: text(),
      lastUsedUserAgent: text(),
      revokedAt: time(),
      // Until then its owner, who deleted it, can bring it back.
      undoUntil: time(),
      unusedNoticeAt: time(),
      leakedAt: time(),
      // These restrict it; null is no restriction. A network is written with its prefix, and has no other spelling.
      expiresAt: time(),
      scopes: text().array(),
      allowedNetworks: text().array(),
      // How many days before its expiry the last notice was sent; at 0 it has expired.
      expiryNotice: integer(),
    },
    (table) => [
      uniqueIndex('api_keys_secret_hash_key').on(table.secretHash),
      uniqueIndex('api_keys_active_name_key')
        .on(table.userId, table.environment, sql`lower(${table.name})`)
        .where(sql`${table.revokedAt} is null`),
      index('api_keys_user_id_created_at_index').on(table.userId, table.createdAt),
      // Each order in which active keys are listed has one; the unique index above serves the order by name.
      index('api_keys_active_created_index')
        .on(table.userId, table.environment, table.createdAt, table.id)
        .where(sql`${table.revokedAt} is null`),
      index('api_keys_active_used_index')
        .on(table.userId, table.environment, lastUse(table.lastUsedAt), table.id)
        .where(sql`${table.revokedAt} is null`),
      // The keys whose notices of expiry are not all sent.
      index('api_keys_expiry_index')
        .on(table.expiresAt)
        .where(
          sql`${table.expiresAt} is not null and ${table.revokedAt} is null and ${table.expiryNotice} is distinct from 0`,
        ),
      index('api_keys_revoked_at_index').on(table.revokedAt).where(sql`${table.revokedAt} is not null`),
      index('api_keys_encryption_key_id_index').on(table.encryptionKeyId),
      index('api_keys_pepper_id_index').on(table.pepperId),
    ],
  ),
  (table) => ({
    retention: {
      bound: `active ones until deleted; revoked ones ${daysOf('revokedKeys')}`,
      job: 'forget-old',
      foundBy: 'revoked_at',
      // Their usage, refusals, replaced values and requests for higher limits go with them.
      isOver: (now, retention) => lt(table.revokedAt, endOf(now, retention, 'revokedKeys')),
    },
    exported: {
      as: 'apiKeys',
      columns: [
        ...(['name', 'environment', 'rateLimit', 'createdAt', 'revokedAt', 'leakedAt'] as const),
        ...(['expiresAt', 'scopes', 'allowedNetworks'] as const),
        ...(['lastUsedAt', 'lastUsedAddress', 'lastUsedUserAgent'] as const),
      ],
    },
    withheld: {
      secretHash: reasons.secret,
      pepperId: reasons.secret,
      secretCipher: reasons.secret,
      encryptionKeyId: reasons.secret,
      expiryNotice: reasons.bookkeeping,
      undoUntil: reasons.bookkeeping,
      unusedNoticeAt: reasons.bookkeeping,
    },
    open: 'programs need them. The key check refuses them while the account is closed',
    sealed: { keyId: table.encryptionKeyId, rewrittenBy: 'its feature' },
    hashed: { pepperId: table.pepperId },
  }),
);

export const rateLimitRequests = owned(
  pgTable(
    'rate_limit_requests',
    {
      id: id(),
      keyId: uuid()
        .notNull()
        .references(() => apiKeys.id, { onDelete: 'cascade' }),
      userId: userId(),
      currentLimit: integer().notNull(),
      requestedLimit: integer().notNull(),
      // It may be less than was asked for.
      approvedLimit: integer(),
      reason: text().notNull(),
      status: text({ enum: requestStatuses }).notNull().default('PENDING'),
      note: text(),
      createdAt: time().notNull(),
      decidedAt: time(),
    },
    (table) => [
      uniqueIndex('rate_limit_requests_open_key').on(table.keyId).where(sql`${table.status} = 'PENDING'`),
      index('rate_limit_requests_user_id_created_at_index').on(table.userId, table.createdAt),
      index('rate_limit_requests_key_id_created_at_index').on(table.keyId, table.createdAt),
    ],
  ),
  () => ({
    retention: { bound: 'one open for each key; go with the key' },
    exported: {
      as: 'rateLimitRequests',
      columns: [
        ...(['keyId', 'currentLimit', 'requestedLimit', 'approvedLimit', 'reason'] as const),
        ...(['status', 'note', 'createdAt', 'decidedAt'] as const),
      ],
    },
    open: 'a question to an operator',
  }),
);

// A limit that holds until a day. The key then gets the one that it had before.
export const limitEnds = owned(
  pgTable(
    'limit_ends',
    {
      keyId: uuid()
        .primaryKey()
        .references(() => apiKeys.id, { onDelete: 'cascade' }),
      userId: userId(),
      limitAfter: integer().notNull(),
      endsAt: time().notNull(),
    },
    (table) => [
      index('limit_ends_user_id_index').on(table.userId),
      index('limit_ends_ends_at_index').on(table.endsAt),
    ],
  ),
  () => ({
    retention: { bound: 'one for each key, until the limit ends' },
    exported: { as: 'limitEnds', columns: ['keyId', 'limitAfter', 'endsAt'] },
    open: 'a promise of an operator',
  }),
);

export const keyId = () =>
  uuid()
    .notNull()
    .references(() => apiKeys.id, { onDelete: 'cascade' });

// The values that rotations replaced: a request with one is refused as revoked.
export const replacedKeys = owned(
  pgTable(
    'replaced_keys',
    {
      secretHash: text().primaryKey(),
      keyId: keyId(),
      replacedAt: time().notNull(),
      // Until then the value passes beside the one that replaced it. A value without one stopped when it was replaced, or was
      // stopped since; so a key has one at most that does not say null.
      endsAt: time(),
      // The pepper of a hash that has to be found until then.
      pepperId: text(),
      leakedAt: time(),
      // The last use before it was replaced. Later uses are in replaced_key_usage.
      lastUsedAt: time(),
    },
    (table) => [
      index('replaced_keys_key_id_index').on(table.keyId),
      index('replaced_keys_replaced_at_index').on(table.replacedAt),
      uniqueIndex('replaced_keys_in_grace_key').on(table.keyId).where(sql`${table.endsAt} is not null`),
      index('replaced_keys_pepper_id_index').on(table.pepperId).where(sql`${table.pepperId} is not null`),
    ],
  ),
  (table) => {
    const end = (tx: Db, which: SQL | undefined) =>
      tx.update(table).set({ endsAt: null, pepperId: null }).where(which);
    return {
      retention: {
        bound: daysOf('replacedKeys'),
        job: 'forget-old',
        foundBy: 'replaced_at',
        // A value that still passes is not over, however long ago it was replaced.
        isOver: (now, retention) =>
          and(lt(table.replacedAt, endOf(now, retention, 'replacedKeys')), isNull(table.endsAt)),
      },
      exported: { within: ['replacedAt', 'endsAt', 'lastUsedAt', 'leakedAt'] },
      withheld: { secretHash: reasons.secret, keyId: 'the key has it within', pepperId: reasons.secret },
      // The old value of a key that was rotated. Signing out ends no key, so it ends no grace period either.
      open: [
        {
          isOf: (ownerId) => sql`${table.keyId} in (select id from api_keys where user_id = ${ownerId})`,
          isOpen: isNotNull(table.endsAt),
          end,
          endedBy: ['suspension', 'departure', 'take-over', 'backup'],
        },
      ],
      hashed: { pepperId: table.pepperId, whenLost: end },
    };
  },
);

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type RateLimitRequestRow = typeof rateLimitRequests.$inferSelect;
