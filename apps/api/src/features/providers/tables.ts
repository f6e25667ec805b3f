// Sign-ins at a provider that are under way.
import { providers } from '@ballast/contract/providers';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { users } from '../../identity/tables.ts';

export const oauthStates = pgTable('oauth_states', {
  id: id(),
  provider: text({ enum: providers }).notNull(),
  // SHA-256 of the cookie that the browser was given.
  browserHash: text().notNull(),
  codeVerifier: text().notNull(),
  nonce: text().notNull(),
  // It is set when a signed-in user connects an account.
  linkUserId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  redirectTo: text({ enum: ['settings'] }),
  from: text(),
  expiresAt: time().notNull(),
});
