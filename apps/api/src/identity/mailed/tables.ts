// What an owner was mailed beside the links of one-time-tokens: news of a change, and codes for a session.
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, ofOwner, owned } from '../../db/owned.ts';
import { sessions, users } from '../tables.ts';

// What the link in a mail about a change takes back: the address that the account had before, or what was added to it.
export type Undo =
  | { kind: 'address'; email: string }
  | { kind: 'provider' | 'factor' | 'passkey'; id: string };

// An owner was told of a change to the account by a mail with a link, for when it was not them.
export const securityNotices = pgTable(
  'security_notices',
  {
    id: id(),
    // Several may be of one moment, and still one of them was the first.
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // It was mailed to this address.
    email: text().notNull(),
    undo: jsonb().$type<Undo>(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (table) => [
    index('security_notices_user_id_number_index').on(table.userId, table.number),
    index('security_notices_expires_at_index').on(table.expiresAt),
  ],
);

// A code in a mail proves who is in a session that is already there.
export const mailedCodes = owned(
  pgTable(
    'mailed_codes',
    {
      id: id(),
      sessionId: uuid()
        .notNull()
        .unique()
        .references(() => sessions.id, { onDelete: 'cascade' }),
      userId: uuid()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      wrongTries: integer().notNull().default(0),
      expiresAt: time().notNull(),
    },
    (table) => [index('mailed_codes_user_id_index').on(table.userId)],
  ),
  (table) => ({
    open: [{ isOf: ofOwner(table.userId), endedBy: ['new-proof', ...everyClosing] }],
  }),
);

export type NoticeRow = typeof securityNotices.$inferSelect;
