// The answers to calls with an Idempotency-Key.
import { lte } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { owned } from '../../db/owned.ts';
import { userId } from '../../identity/tables.ts';
import { fixedRetentionSeconds } from '../../runtime/settings/retention.ts';
import { secondsBefore } from '../../runtime/times.ts';

export const idempotencyRecords = owned(
  pgTable(
    'idempotency_records',
    {
      id: id(),
      userId: userId(),
      path: text().notNull(),
      key: text().notNull(),
      bodyHash: text().notNull(),
      // The first call needed a fresh proof, and so does a repeated one.
      needsProof: boolean().notNull(),
      // The answer may hold a secret, so it is encrypted like a key and bound to this row.
      secretCipher: text().notNull(),
      encryptionKeyId: text().notNull(),
      createdAt: time().notNull(),
    },
    (table) => [
      uniqueIndex('idempotency_records_user_id_path_key_key').on(table.userId, table.path, table.key),
      index('idempotency_records_created_at_index').on(table.createdAt),
      index('idempotency_records_encryption_key_id_index').on(table.encryptionKeyId),
    ],
  ),
  (table) => ({
    retention: {
      bound: '24 hours',
      job: 'sweep-expired',
      foundBy: 'created_at',
      isOver: (now) => lte(table.createdAt, secondsBefore(now, fixedRetentionSeconds.idempotencyRecords)),
    },
    withheld: 'answers that were given within the last day, to calls whose results stand above',
    open: 'an answer that was given. It is repeated only to a caller who would be let in now',
    sealed: { keyId: table.encryptionKeyId },
  }),
);
