import type { ActivityType } from '@ballast/contract/activities';
import { environments, keyLimits, requestStatuses } from '@ballast/contract/api-keys';
import { authMethods, companySizes, useCases } from '@ballast/contract/profile';
import { providers } from '@ballast/contract/providers';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid().primaryKey().defaultRandom();
export const time = () => timestamp({ withTimezone: true });

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    fullName: text(),
    authMethod: text({ enum: authMethods }).notNull(),
    passwordHash: text(),
    emailVerifiedAt: time(),
    companyName: text(),
    companySize: text({ enum: companySizes }),
    useCase: text({ enum: useCases }),
    website: text(),
    githubProfile: text(),
    avatarUrl: text(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
);

// A signed-in browser. Its refresh tokens are numbered; only the newest number is kept.
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
    refreshedAt: time().notNull(),
    lastSeenAt: time().notNull(),
    createdAt: time().notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (table) => [index('sessions_user_id_index').on(table.userId)],
);

// What a mailed link stands for. The link itself is derived from the id and never stored.
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify-email', 'change-email', 'recovery'] }).notNull(),
    email: text().notNull(),
    // The name and password that this sign-up chose: they count once its own link is opened.
    fullName: text(),
    passwordHash: text(),
    // PKCE: whoever asked for the link, and nobody else, can exchange it for a session.
    codeChallenge: text(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (table) => [index('one_time_tokens_user_id_index').on(table.userId)],
);

// An account at a provider that opens this account here.
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

// A provider sign-in under way: single use, ten minutes, in the browser that began it.
export const oauthStates = pgTable('oauth_states', {
  id: id(),
  provider: text({ enum: providers }).notNull(),
  // SHA-256 of the cookie that the browser was given.
  browserHash: text().notNull(),
  codeVerifier: text().notNull(),
  nonce: text().notNull(),
  // Set when a signed-in user connects an account.
  linkUserId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  redirectTo: text({ enum: ['settings'] }),
  from: text(),
  expiresAt: time().notNull(),
});

// A command-line tool that asks to be let in: ten minutes, answered once, in whichever browser the person signs in.
export const cliRequests = pgTable('cli_requests', {
  state: text().primaryKey(),
  codeChallenge: text().notNull(),
  pairingCode: text().notNull(),
  deviceName: text().notNull(),
  address: text().notNull(),
  status: text({ enum: ['pending', 'authorized', 'denied', 'redeemed'] })
    .notNull()
    .default('pending'),
  // Who authorized it.
  userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time().notNull(),
});

// A device whose command line is authorized. The token lasts until it is revoked: then its row is gone.
export const cliTokens = pgTable(
  'cli_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    deviceName: text().notNull(),
    address: text().notNull(),
    createdAt: time().notNull(),
    lastUsedAt: time(),
  },
  (table) => [
    uniqueIndex('cli_tokens_token_hash_key').on(table.tokenHash),
    index('cli_tokens_user_id_index').on(table.userId),
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
    index('activities_user_id_created_at_index').on(table.userId, table.createdAt, table.id),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    environment: text({ enum: environments }).notNull(),
    // Found by its HMAC, shown again by decrypting it.
    secretHash: text().notNull(),
    secretCipher: text().notNull(),
    encryptionKeyId: text().notNull(),
    rateLimit: integer().notNull().default(keyLimits.defaultRateLimit),
    createdAt: time().notNull(),
    // The last request with the current value.
    lastUsedAt: time(),
    lastUsedAddress: text(),
    lastUsedUserAgent: text(),
    revokedAt: time(),
  },
  (table) => [
    uniqueIndex('api_keys_secret_hash_key').on(table.secretHash),
    uniqueIndex('api_keys_active_name_key')
      .on(table.userId, table.environment, sql`lower(${table.name})`)
      .where(sql`${table.revokedAt} is null`),
    index('api_keys_user_id_created_at_index').on(table.userId, table.createdAt),
    index('api_keys_encryption_key_id_index').on(table.encryptionKeyId),
  ],
);

export const rateLimitRequests = pgTable(
  'rate_limit_requests',
  {
    id: id(),
    keyId: uuid()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    currentLimit: integer().notNull(),
    requestedLimit: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: requestStatuses }).notNull().default('PENDING'),
    note: text(),
    createdAt: time().notNull(),
    decidedAt: time(),
  },
  (table) => [
    uniqueIndex('rate_limit_requests_open_key').on(table.keyId).where(sql`${table.status} = 'PENDING'`),
    index('rate_limit_requests_user_id_created_at_index').on(table.userId, table.createdAt),
  ],
);

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type RateLimitRequestRow = typeof rateLimitRequests.$inferSelect;
export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type CliRequestRow = typeof cliRequests.$inferSelect;
export type CliTokenRow = typeof cliTokens.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
