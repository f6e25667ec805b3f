// The operator log. A trigger refuses everything but inserts, and each entry has the hash of the previous one.
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { owned } from '../../db/owned.ts';

export const operatorLog = owned(
  pgTable(
    'operator_log',
    {
      id: id(),
      // Not unique: an entry that somebody slipped in must not keep the next one out.
      position: bigint({ mode: 'number' }).notNull(),
      at: time().notNull(),
      actor: text().notNull(),
      action: text().notNull(),
      target: text().notNull(),
      // JSON, kept as the text that was hashed.
      before: text(),
      after: text(),
      // The end of the log was not what the portal had left there when this entry was added.
      followsBreak: boolean().notNull(),
      previousHash: text().notNull(),
      hash: text().notNull(),
    },
    (table) => [
      index('operator_log_position_index').on(table.position),
      index('operator_log_at_index').on(table.at),
    ],
  ),
  () => ({ retention: { bound: 'kept: entries are only ever added, by hand' } }),
);

// One row: the end of the log, sealed with the pepper. With the database alone one can remove the newest entries or forge hashes,
// but not the seal.
export const operatorLogEnd = owned(
  pgTable('operator_log_end', {
    only: boolean().primaryKey().default(true),
    position: bigint({ mode: 'number' }).notNull().default(0),
    hash: text().notNull().default(''),
    seal: text().notNull().default(''),
  }),
  () => ({ retention: { bound: 'one row' } }),
);

export type OperatorLogRow = typeof operatorLog.$inferSelect;
