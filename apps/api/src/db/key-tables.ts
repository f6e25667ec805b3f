// What the key check needs beside the keys: values that are no longer good, and how much keys were used.
import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { apiKeys, id, time } from './schema.ts';

const keyId = () =>
  uuid()
    .notNull()
    .references(() => apiKeys.id, { onDelete: 'cascade' });

// The values that rotations replaced: who still uses one is told so.
export const replacedKeys = pgTable(
  'replaced_keys',
  { secretHash: text().primaryKey(), keyId: keyId(), replacedAt: time().notNull() },
  (table) => [index('replaced_keys_key_id_index').on(table.keyId)],
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
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
);

// The batches of counts that were written: one that is sent again, because its answer was lost, counts once.
export const keyUsageBatches = pgTable(
  'key_usage_batches',
  { id: id(), writtenAt: time().notNull() },
  (table) => [index('key_usage_batches_written_at_index').on(table.writtenAt)],
);
