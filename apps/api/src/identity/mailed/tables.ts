import { and, eq, isNull, ne } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, everySignOut, ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { sessions, userId } from '../tables.ts';

// A claim on an address: the chosen name and password until the address is verified. The hash of its browser's cookie tells whether
// the same person opens the link.
export const signUps = owned(
  pgTable(
    'sign_ups',
    {
      id: id(),
      userId: userId(),
      fullName: text().notNull(),
      passwordHash: text().notNull(),
      browserHash: text().notNull(),
      createdAt: time().notNull(),
    },
    (table) => [uniqueIndex('sign_ups_user_id_browser_hash_key').on(table.userId, table.browserHash)],
  ),
  () => ({
    retention: {
      bound:
        'one for each browser that claims an unverified address, then the one that was verified; goes with it',
    },
    withheld: 'claims on an address that nobody has verified: they may be of other people',
    open: 'a claim on an address, which counts only with a verification link',
  }),
);

export const oneTimeTokens = owned(
  pgTable(
    'one_time_tokens',
    {
      id: id(),
      userId: userId(),
      purpose: text({ enum: ['verify-email', 'change-email', 'recovery', 'keep-account'] }).notNull(),
      email: text().notNull(),
      signUpId: uuid().references(() => signUps.id, { onDelete: 'set null' }),
      // PKCE: only the requester of the link can exchange it for a session.
      codeChallenge: text(),
      createdAt: time().notNull(),
      expiresAt: time().notNull(),
      usedAt: time(),
    },
    (table) => [
      index('one_time_tokens_user_id_index').on(table.userId),
      index('one_time_tokens_expires_at_index').on(table.expiresAt),
      index('one_time_tokens_sign_up_id_index').on(table.signUpId),
    ],
  ),
  (table) => ({
    retention: untilOver('the link ends, 7 days at most', table.expiresAt),
    exported: { as: 'mailedLinks', columns: ['purpose', 'email', 'createdAt', 'expiresAt', 'usedAt'] },
    withheld: { signUpId: 'it names a claim that may be of other people', codeChallenge: reasons.secret },
    open: [
      {
        isOf: ofOwner(table.userId),
        isOpen: and(isNull(table.usedAt), ne(table.purpose, 'verify-email')),
        endedBy: ['new-proof', ...everyClosing],
      },
      {
        isOf: ofOwner(table.userId),
        isOpen: and(isNull(table.usedAt), eq(table.purpose, 'verify-email')),
        endedBy: everySignOut,
      },
    ],
    addresses: table.email,
  }),
);

// The former address, what was added to the account, or a reset of its factors that is still to come.
export type Undo =
  | { kind: 'factor-reset' }
  | { kind: 'address'; email: string }
  | { kind: 'provider' | 'factor' | 'passkey'; id: string };

export const securityNotices = owned(
  pgTable(
    'security_notices',
    {
      id: id(),
      // Orders notices of the same moment.
      number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
      userId: userId(),
      email: text().notNull(),
      undo: jsonb().$type<Undo>(),
      expiresAt: time().notNull(),
      usedAt: time(),
    },
    (table) => [
      index('security_notices_user_id_number_index').on(table.userId, table.number),
      index('security_notices_expires_at_index').on(table.expiresAt),
    ],
  ),
  (table) => ({
    retention: untilOver('the link ends', table.expiresAt),
    exported: { as: 'securityNotices', columns: ['number', 'email', 'undo', 'expiresAt', 'usedAt'] },
    open: 'all that such a link can do is take back, and the owner may need it after any of these',
    addresses: table.email,
  }),
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
      userId: userId(),
      wrongTries: integer().notNull().default(0),
      expiresAt: time().notNull(),
    },
    (table) => [index('mailed_codes_user_id_index').on(table.userId)],
  ),
  (table) => ({
    retention: { bound: 'one for each session; goes with it' },
    exported: { as: 'mailedCodes', columns: ['sessionId', 'wrongTries', 'expiresAt'] },
    open: [{ isOf: ofOwner(table.userId), endedBy: ['new-proof', ...everyClosing] }],
  }),
);

export type NoticeRow = typeof securityNotices.$inferSelect;
export type SignUpRow = typeof signUps.$inferSelect;
