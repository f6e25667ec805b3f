// Who has an account, how they prove it, and what they did.
import type { ActivityType } from '@ballast/contract/activities';
import { environments } from '@ballast/contract/api-keys';
import { cliScopes } from '@ballast/contract/cli-scopes';
import { authMethods, companySizes, useCases } from '@ballast/contract/profile';
import { providers } from '@ballast/contract/providers';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, time } from '../db/columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    fullName: text(),
    authMethod: text({ enum: authMethods }).notNull(),
    passwordHash: text(),
    // "This wasn't me" ended the password. Whoever was kept out knows it, so it cannot be chosen again.
    endedPasswordHash: text(),
    // It is set once whoever reads the address's mail was seen to know the password, too.
    passwordProvenAt: time(),
    emailVerifiedAt: time(),
    companyName: text(),
    companySize: text({ enum: companySizes }),
    useCase: text({ enum: useCases }),
    website: text(),
    githubProfile: text(),
    avatarUrl: text(),
    // Its owner has deleted the account: it is gone from then on, and lets nobody in before.
    deletesAt: time(),
    // An operator has suspended the account: it lets nobody in, and its keys stop, until an operator restores it.
    suspendedAt: time(),
    suspendedReason: text(),
    // Device cookies hang on this number (identity/known-devices.ts): whoever raises it makes every browser a new one.
    deviceNumber: bigint({ mode: 'number' }).notNull().default(0),
    // When the owner was last told that somebody guesses at codes of the account.
    guessesToldAt: time(),
    // The list of first steps was put away before it was done.
    firstStepsPutAwayAt: time(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_deletes_at_index').on(table.deletesAt).where(sql`${table.deletesAt} is not null`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // A recovery session is the one in a reset link: it may set a password, once, and nothing else. Then it is
    // spent: the session library still signs out of it.
    kind: text({ enum: ['browser', 'recovery', 'spent'] })
      .notNull()
      .default('browser'),
    refreshCounter: integer().notNull().default(0),
    // How many proofs it was shown after its sign-in, and how many of them tokens count that come by the refresh token.
    proofCount: integer().notNull().default(0),
    refreshProofCount: integer().notNull().default(0),
    refreshedAt: time().notNull(),
    lastSeenAt: time().notNull(),
    createdAt: time().notNull(),
    // When the factor or the passkey that it had shown was removed.
    loweredAt: time(),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (table) => [
    index('sessions_user_id_index').on(table.userId),
    index('sessions_refreshed_at_index').on(table.refreshedAt),
    index('sessions_created_at_index').on(table.createdAt),
    index('sessions_of_links_index').on(table.createdAt).where(sql`kind <> 'browser'`),
  ],
);

// A sign-up is a claim on an address. It keeps the name and the password that it chose until the address is verified, and the
// SHA-256 of the cookie of its browser, which tells whether the same person opens the link.
export const signUps = pgTable(
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
);

export const oneTimeTokens = pgTable(
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
);

export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: providers }).notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    username: text(),
    createdAt: time().notNull(),
    lastUsedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('identities_provider_subject_key').on(table.provider, table.subject),
    uniqueIndex('identities_user_id_provider_key').on(table.userId, table.provider),
  ],
);

// A sign-in or a link at a provider that is under way has a row here.
export const oauthStates = pgTable(
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
);

export const cliRequests = pgTable(
  'cli_requests',
  {
    state: text().primaryKey(),
    codeChallenge: text().notNull(),
    pairingCode: text().notNull(),
    deviceName: text().notNull(),
    address: text().notNull(),
    // The network that the tool asked from, or null when that could not be told.
    network: text(),
    // Whether a browser on the tool's own machine may answer, so that a denial can be sent to its loopback address.
    loopback: boolean().notNull().default(true),
    wrongCodes: integer().notNull().default(0),
    // What the tool asks for. A row of an older version has none, and stands for all.
    scopes: text({ enum: cliScopes }).array(),
    expiresInDays: integer(),
    status: text({ enum: ['pending', 'authorized', 'denied', 'redeemed'] })
      .notNull()
      .default('pending'),
    // It names who authorized the request.
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  },
  (table) => [
    index('cli_requests_expires_at_index').on(table.expiresAt),
    index('cli_requests_user_id_index').on(table.userId),
  ],
);

export const cliTokens = pgTable(
  'cli_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    // The pepper of the hash. A row of an older version has none until the next start.
    pepperId: text(),
    deviceName: text().notNull(),
    address: text().notNull(),
    createdAt: time().notNull(),
    lastUsedAt: time(),
    // A machine's token was made for it by a person, or with another token.
    kind: text({ enum: ['device', 'machine'] })
      .notNull()
      .default('device'),
    // A row of an older version has none, and stands for all.
    scopes: text({ enum: cliScopes }).array(),
    expiresAt: time(),
    // Its owner was told that it expires soon.
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
);

export const activities = pgTable(
  'activities',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<ActivityType>().notNull(),
    description: text().notNull(),
    environment: text({ enum: environments }),
    address: text(),
    // Set where the entry belongs to the history of an API key.
    keyId: uuid(),
    createdAt: time().notNull(),
  },
  (table) => [
    // Read backwards for the newest first: an index in descending order would need the same word on NULLs in each query.
    index('activities_user_id_environment_created_at_index').on(
      table.userId,
      table.environment,
      table.createdAt,
      table.id,
    ),
    // The oldest are found by it when their time is over.
    index('activities_created_at_index').using('brin', table.createdAt),
    index('activities_user_id_created_at_index').on(table.userId, table.createdAt, table.id),
    index('activities_key_id_index')
      .on(table.keyId, table.createdAt, table.id)
      .where(sql`${table.keyId} is not null`),
  ],
);

export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type CliRequestRow = typeof cliRequests.$inferSelect;
export type CliTokenRow = typeof cliTokens.$inferSelect;
export type SignUpRow = typeof signUps.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
