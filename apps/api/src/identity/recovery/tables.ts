// What is on record for an owner who lost their second factors.
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { userId } from '../tables.ts';

// A request in somebody's name is told to these addresses as well, because a thief may have changed the address before.
export const formerAddresses = owned(
  pgTable(
    'former_addresses',
    { id: id(), userId: userId(), email: text().notNull(), expiresAt: time().notNull() },
    (table) => [
      index('former_addresses_user_id_index').on(table.userId),
      index('former_addresses_expires_at_index').on(table.expiresAt),
    ],
  ),
  (table) => ({
    retention: untilOver('30 days after the account left the address', table.expiresAt),
    exported: { as: 'formerAddresses', columns: ['email', 'expiresAt'] },
    open: reasons.history,
    addresses: table.email,
  }),
);

// An operator removes lost factors a day after the request, so that the owner can stop it.
export const factorResets = owned(
  pgTable(
    'factor_resets',
    {
      userId: userId().primaryKey(),
      reason: text().notNull(),
      // The operator, as the operator log names them.
      requestedBy: text().notNull(),
      requestedAt: time().notNull(),
      dueAt: time().notNull(),
    },
    (table) => [index('factor_resets_due_at_index').on(table.dueAt)],
  ),
  (table) => ({
    retention: { bound: 'one for each account, for a day' },
    exported: { as: 'factorResets', columns: ['reason', 'requestedAt', 'dueAt'] },
    withheld: { requestedBy: 'the operator log names who did it' },
    // Signing out is no objection to the reset.
    open: [{ isOf: ofOwner(table.userId), endedBy: ['suspension', 'departure', 'take-over', 'backup'] }],
  }),
);

export type FactorResetRow = typeof factorResets.$inferSelect;
