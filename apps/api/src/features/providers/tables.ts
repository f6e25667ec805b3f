import { providers } from '@ballast/contract/auth/providers';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { everyClosing, ofOwner, owned, reasons, untilOver } from '../../db/owned.ts';
import { sessions, users } from '../../identity/tables.ts';

// A sign-in or a link that is under way.
export const oauthStates = owned(
  pgTable(
    'oauth_states',
    {
      id: id(),
      provider: text({ enum: providers }).notNull(),
      browserHash: text().notNull(),
      codeVerifier: text().notNull(),
      nonce: text().notNull(),
      // A link does not outlive the session that began it.
      linkUserId: uuid().references(() => users.id, { onDelete: 'cascade' }),
      linkSessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
      redirectTo: text({ enum: ['settings'] }),
      from: text(),
      expiresAt: time().notNull(),
      // A state is spent when it comes back. Its row stays until the sign-in is done, so that what ends it meanwhile is noticed.
      spentAt: time(),
    },
    (table) => [
      index('oauth_states_expires_at_index').on(table.expiresAt),
      index('oauth_states_link_user_id_index').on(table.linkUserId),
      index('oauth_states_link_session_id_index').on(table.linkSessionId),
    ],
  ),
  (table) => ({
    retention: untilOver('the sign-in ends, minutes', table.expiresAt),
    withheld: reasons.underWay,
    open: [{ isOf: ofOwner(table.linkUserId), endedBy: ['new-proof', ...everyClosing] }],
  }),
);
