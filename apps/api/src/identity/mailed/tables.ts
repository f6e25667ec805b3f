// What an owner was mailed: links that work once, news of a change, and codes for a session.
import { and, eq, isNull, ne } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, everySignOut, ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { sessions, users } from '../tables.ts';

// A sign-up is a claim on an address. It keeps the name and the password that it chose until the address is verified, and the
// SHA-256 of the cookie of its browser, which tells whether the same person opens the link.
export const signUps = owned(
  pgTable(
    'sign_ups',
    {
      id: id(),
      userId: uuid()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      fullName: text().notNull(),
      passwordHash: text().notNull(),
      browserHash: text().notNull(),
      createdAt: time().notNull(),
    },
    (table) => [uniqueIndex('sign_ups_user_id_browser_hash_key').on(table.userId, table.browserHash)],
  ),
  () => ({
    kept: { bound: 'one for each browser that claims an unverified address; goes with it' },
    withheld: 'claims on an address that nobody has verified: they may be of other people',
    open: 'a claim on an address, which counts only with a verification link',
  }),
);

export const oneTimeTokens = owned(
  pgTable(
    'one_time_tokens',
    {
      id: id(),
      userId: uuid()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      purpose: text({ enum: ['verify-email', 'change-email', 'recovery', 'keep-account'] }).notNull(),
      email: text().notNull(),
      // A sign-up's own link names it.
      signUpId: uuid().references(() => signUps.id, { onDelete: 'set null' }),
      // PKCE: whoever asked for the link, and nobody else, can exchange it for a session.
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
    kept: untilOver('the link ends, 7 days at most', table.expiresAt),
    exported: { as: 'mailedLinks', columns: ['purpose', 'email', 'createdAt', 'expiresAt', 'usedAt'] },
    withheld: { signUpId: 'it names a claim that may be of other people', codeChallenge: reasons.secret },
    open: [
      {
        isOf: ofOwner(table.userId),
        isOpen: and(isNull(table.usedAt), ne(table.purpose, 'verify-email')),
        endedBy: ['new-proof', ...everyClosing],
      },
      // All that such a link can do is verify the address that it was mailed to, once.
      {
        isOf: ofOwner(table.userId),
        isOpen: and(isNull(table.usedAt), eq(table.purpose, 'verify-email')),
        endedBy: everySignOut,
      },
    ],
    addresses: table.email,
  }),
);

// What the link in a mail about a change takes back: the address that the account had before, or what was added to it.
export type Undo =
  | { kind: 'address'; email: string }
  | { kind: 'provider' | 'factor' | 'passkey'; id: string };

// An owner was told of a change to the account by a mail with a link, for when it was not them.
export const securityNotices = owned(
  pgTable(
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
  ),
  (table) => ({
    kept: untilOver('the link ends', table.expiresAt),
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
      userId: uuid()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      wrongTries: integer().notNull().default(0),
      expiresAt: time().notNull(),
    },
    (table) => [index('mailed_codes_user_id_index').on(table.userId)],
  ),
  (table) => ({
    kept: { bound: 'one for each session; goes with it' },
    exported: { as: 'mailedCodes', columns: ['sessionId', 'wrongTries', 'expiresAt'] },
    open: [{ isOf: ofOwner(table.userId), endedBy: ['new-proof', ...everyClosing] }],
  }),
);

export type NoticeRow = typeof securityNotices.$inferSelect;
export type SignUpRow = typeof signUps.$inferSelect;
