// API keys, the values that are no longer good, and how much keys were used.
import { environments, keyLimits, requestStatuses } from '@ballast/contract/api-keys';
import { refusalReasons } from '@ballast/contract/key-refusals';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, time } from '../db/columns.ts';
import { users } from '../identity/tables.ts';

// A key that was never used comes after all others. An index holds the same words, and is used only for these.
export const lastUse = (lastUsedAt: AnyPgColumn) => sql`coalesce(${lastUsedAt}, '-infinity'::timestamptz)`;

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    environment: text({ enum: environments }).notNull(),
    // A key is found by its HMAC, and shown again by decrypting it.
    secretHash: text().notNull(),
    // The pepper of the hash. A row of an older version has none until the next start.
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
    // When its owner was last told that it is not used.
    unusedNoticeAt: time(),
    // Somebody found the current value in public.
    leakedAt: time(),
    // These restrict it; null is no restriction. A network is written with its prefix, and has no other spelling.
    expiresAt: time(),
    scopes: text().array(),
    allowedNetworks: text().array(),
    // How many days before the expiry above its owner was last told of it; at 0 it has expired.
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
    // The keys whose owner has still to be told that they expire.
    index('api_keys_expiry_index')
      .on(table.expiresAt)
      .where(
        sql`${table.expiresAt} is not null and ${table.revokedAt} is null and ${table.expiryNotice} is distinct from 0`,
      ),
    index('api_keys_revoked_at_index').on(table.revokedAt).where(sql`${table.revokedAt} is not null`),
    index('api_keys_encryption_key_id_index').on(table.encryptionKeyId),
    index('api_keys_pepper_id_index').on(table.pepperId),
  ],
);

export const rateLimitRequests = pgTable(
  'rate_limit_requests',
  {
    id: id(),
    keyId: uuid()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    currentLimit: integer().notNull(),
    requestedLimit: integer().notNull(),
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
);

const keyId = () =>
  uuid()
    .notNull()
    .references(() => apiKeys.id, { onDelete: 'cascade' });

// The values that rotations replaced: who still uses one is told so.
export const replacedKeys = pgTable(
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
    // The last use before it was replaced. Later uses stand in replaced_key_usage.
    lastUsedAt: time(),
  },
  (table) => [
    index('replaced_keys_key_id_index').on(table.keyId),
    index('replaced_keys_replaced_at_index').on(table.replacedAt),
    uniqueIndex('replaced_keys_in_grace_key').on(table.keyId).where(sql`${table.endsAt} is not null`),
    index('replaced_keys_pepper_id_index').on(table.pepperId).where(sql`${table.pepperId} is not null`),
  ],
);

// How much a replaced value is used while it still passes. The counts go with it.
export const replacedKeyUsage = pgTable(
  'replaced_key_usage',
  {
    secretHash: text()
      .notNull()
      .references(() => replacedKeys.secretHash, { onDelete: 'cascade' }),
    hour: time().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    lastUsedAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.secretHash, table.hour] })],
);

// From which addresses, so that whoever still uses it can be found.
export const replacedKeyAddresses = pgTable(
  'replaced_key_addresses',
  {
    secretHash: text()
      .notNull()
      .references(() => replacedKeys.secretHash, { onDelete: 'cascade' }),
    hour: time().notNull(),
    address: text().notNull(),
    requests: integer().notNull(),
    lastSeenAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.secretHash, table.hour, table.address] })],
);

export const keyUsageMinutes = pgTable(
  'key_usage_minutes',
  {
    keyId: keyId(),
    minute: time().notNull(),
    allowed: integer().notNull(),
    limited: integer().notNull(),
    refused: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.minute] }),
    index('key_usage_minutes_minute_index').on(table.minute),
    index('key_usage_minutes_limited_index').on(table.keyId, table.minute).where(sql`${table.limited} > 0`),
  ],
);

// What all keys of an owner's environment were used in an hour, also those deleted since. Triggers add to it whatever is
// written to the minutes, whichever version of the portal writes it: see its migration.
export const keyUsageHours = pgTable(
  'key_usage_hours',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    environment: text({ enum: environments }).notNull(),
    hour: time().notNull(),
    allowed: bigint({ mode: 'number' }).notNull(),
    limited: bigint({ mode: 'number' }).notNull(),
    refused: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.environment, table.hour] }),
    index('key_usage_hours_hour_index').on(table.hour),
  ],
);

export const keyUsageDays = pgTable(
  'key_usage_days',
  {
    keyId: keyId(),
    day: date({ mode: 'string' }).notNull(),
    allowed: bigint({ mode: 'number' }).notNull(),
    limited: bigint({ mode: 'number' }).notNull(),
    refused: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.day] }),
    index('key_usage_days_day_index').on(table.day),
  ],
);

// The requests by the address that they came from, without those that were refused: see usage-batch.ts for what bounds it.
export const keyUsageAddresses = pgTable(
  'key_usage_addresses',
  {
    keyId: keyId(),
    hour: time().notNull(),
    address: text().notNull(),
    requests: integer().notNull(),
    lastSeenAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.hour, table.address] }),
    index('key_usage_addresses_hour_index').on(table.hour),
  ],
);

// The newest requests of each key that were refused.
export const keyRefusals = pgTable(
  'key_refusals',
  {
    id: id(),
    keyId: keyId(),
    at: time().notNull(),
    reason: text({ enum: refusalReasons }).notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
    method: text(),
    path: text(),
  },
  (table) => [
    index('key_refusals_key_id_at_index').on(table.keyId, table.at),
    index('key_refusals_at_index').on(table.at),
  ],
);

// The batches of counts that were written: one that is sent again, because its answer was lost, counts once.
export const keyUsageBatches = pgTable(
  'key_usage_batches',
  { id: id(), writtenAt: time().notNull() },
  (table) => [index('key_usage_batches_written_at_index').on(table.writtenAt)],
);

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type RateLimitRequestRow = typeof rateLimitRequests.$inferSelect;
