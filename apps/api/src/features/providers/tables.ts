import { providers } from '@ballast/contract/auth/providers';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { sessions, users } from '../../identity/tables.ts';

// A sign-in or a link at a provider that is under way has a row here.
export const oauthStates = owned(
  pgTable(
    'oauth_states',
    {
      id: id(),
      provider: text({ enum: providers }).notNull(),
      // This is the SHA-256 of the cookie that the browser was given.
      browserHash: text().notNull(),
      codeVerifier: text().notNull(),
      nonce: text().notNull(),
      // These name who connects an account, and the session that began it: a link does not outlive its session.
      linkUserId: uuid().references(() => users.id, { onDelete: 'cascade' }),
      linkSessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
      redirectTo: text({ enum: ['settings'] }),
      from: text(),
      expiresAt: time().notNull(),
      // A state that came back is spent at once. Its row stays until the sign-in or the link is done, so that what ends
      // it meanwhile is noticed.
      spentAt: time(),
    },
    (table) => [
      index('oauth_states_expires_at_index').on(table.expiresAt),
      index('oauth_states_link_user_id_index').on(table.linkUserId),
      index('oauth_states_link_session_id_index').on(table.linkSessionId),
    ],
  ),
  (table) => ({
    kept: untilOver('the sign-in ends, minutes', table.expiresAt),
    withheld: reasons.underWay,
    open: [{ isOf: ofOwner(table.linkUserId), endedBy: ['new-proof', ...everyClosing] }],
  }),
);
