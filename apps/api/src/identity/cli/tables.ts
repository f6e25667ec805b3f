import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { inArray, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, everySignOut, ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { fixedRetentionSeconds } from '../../runtime/settings/retention.ts';
import { userId, users } from '../tables.ts';

export const cliRequests = owned(
  pgTable(
    'cli_requests',
    {
      state: text().primaryKey(),
      codeChallenge: text().notNull(),
      pairingCode: text().notNull(),
      deviceName: text().notNull(),
      address: text().notNull(),
      // Null when the network is unknown.
      network: text(),
      // Whether a denial can be sent to the tool's loopback address.
      loopback: boolean().notNull().default(true),
      wrongCodes: integer().notNull().default(0),
      // A row of an older version has none, which means all.
      scopes: text({ enum: cliScopes }).array(),
      expiresInDays: integer(),
      status: text({ enum: ['pending', 'authorized', 'denied', 'redeemed'] })
        .notNull()
        .default('pending'),
      userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
      expiresAt: time().notNull(),
    },
    (table) => [
      index('cli_requests_expires_at_index').on(table.expiresAt),
      index('cli_requests_user_id_index').on(table.userId),
    ],
  ),
  (table) => ({
    retention: untilOver(
      'a day after the request ended',
      table.expiresAt,
      fixedRetentionSeconds.endedCliRequests,
    ),
    withheld: reasons.underWay,
    open: [
      {
        isOf: ofOwner(table.userId),
        isOpen: inArray(table.status, ['pending', 'authorized']),
        endedBy: ['new-proof', ...everyClosing],
      },
    ],
  }),
);

export const cliTokens = owned(
  pgTable(
    'cli_tokens',
    {
      id: id(),
      userId: userId(),
      tokenHash: text().notNull(),
      pepperId: text(),
      deviceName: text().notNull(),
      address: text().notNull(),
      createdAt: time().notNull(),
      lastUsedAt: time(),
      kind: text({ enum: ['device', 'machine'] })
        .notNull()
        .default('device'),
      // A row of an older version has none, which means all.
      scopes: text({ enum: cliScopes }).array(),
      expiresAt: time(),
      expiryToldAt: time(),
      // The tokens that it was made with, the first one first.
      madeWith: uuid().array().notNull().default([]),
    },
    (table) => [
      uniqueIndex('cli_tokens_token_hash_key').on(table.tokenHash),
      index('cli_tokens_user_id_index').on(table.userId),
      index('cli_tokens_pepper_id_index').on(table.pepperId),
      index('cli_tokens_expires_at_index').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
    ],
  ),
  (table) => ({
    retention: {
      bound: 'until revoked or expired; one that was never used goes after minutes',
      job: 'sweep-expired',
    },
    exported: {
      as: 'commandLines',
      columns: [
        ...(['deviceName', 'address', 'createdAt', 'lastUsedAt'] as const),
        ...(['kind', 'scopes', 'expiresAt', 'expiryToldAt', 'madeWith'] as const),
      ],
    },
    withheld: { tokenHash: reasons.secret, pepperId: reasons.secret },
    open: [{ isOf: ofOwner(table.userId), endedBy: everySignOut }],
    hashed: { pepperId: table.pepperId, whenLost: (tx, isLost) => tx.delete(table).where(isLost) },
  }),
);

export type CliRequestRow = typeof cliRequests.$inferSelect;
export type CliTokenRow = typeof cliTokens.$inferSelect;
