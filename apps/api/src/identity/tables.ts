import type { ActivityType } from '@ballast/contract/activities';
import { providers } from '@ballast/contract/auth/providers';
import { environments } from '@ballast/contract/keys/api-keys';
import { authMethods, companySizes, useCases } from '@ballast/contract/profile';
import { eq, lt, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, time } from '../db/columns.ts';
import { everySignOut, ofOwner, owned, reasons } from '../db/owned.ts';
import { daysOf, endOf } from '../runtime/settings/retention.ts';

export const users = owned(
  pgTable(
    'users',
    {
      id: id(),
      email: text().notNull(),
      fullName: text(),
      authMethod: text({ enum: authMethods }).notNull(),
      passwordHash: text(),
      // A former password that an intruder may know, so it cannot be chosen again.
      endedPasswordHash: text(),
      // Set once a reader of the address's mail was seen to know the password.
      passwordProvenAt: time(),
      emailVerifiedAt: time(),
      companyName: text(),
      companySize: text({ enum: companySizes }),
      useCase: text({ enum: useCases }),
      website: text(),
      githubProfile: text(),
      avatarUrl: text(),
      // Its owner has deleted the account: it lets nobody in until then, and then it is gone.
      deletesAt: time(),
      suspendedAt: time(),
      suspendedReason: text(),
      // Device cookies depend on it (sessions/known-devices.ts): a higher number makes every browser a new one.
      deviceNumber: bigint({ mode: 'number' }).notNull().default(0),
      guessesToldAt: time(),
      firstStepsPutAwayAt: time(),
      createdAt: time().notNull().defaultNow(),
      updatedAt: time().notNull().defaultNow(),
    },
    (table) => [
      uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
      index('users_deletes_at_index').on(table.deletesAt).where(sql`${table.deletesAt} is not null`),
    ],
  ),
  () => ({
    retention: {
      bound: `one for each person; unverified ones ${daysOf('unverifiedAccounts')}, left ones 7 days`,
      job: 'sweep-unverified',
    },
    // Its row is the profile of an export.
    withheld: {
      passwordHash: reasons.secret,
      endedPasswordHash: reasons.secret,
      firstStepsPutAwayAt: reasons.bookkeeping,
      guessesToldAt: reasons.bookkeeping,
    },
    open: 'the account itself. closeAccount raises the number that its device cookies hang on',
  }),
);

export const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = owned(
  pgTable(
    'sessions',
    {
      id: id(),
      userId: userId(),
      // A recovery session is that of a reset link: it may only set a password, once. Then it is spent, and can only be signed
      // out.
      kind: text({ enum: ['browser', 'recovery', 'spent'] })
        .notNull()
        .default('browser'),
      refreshCounter: integer().notNull().default(0),
      // Its proofs after the sign-in, and how many of them the tokens of a refresh count.
      proofCount: integer().notNull().default(0),
      refreshProofCount: integer().notNull().default(0),
      refreshedAt: time().notNull(),
      lastSeenAt: time().notNull(),
      createdAt: time().notNull(),
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
  ),
  (table) => ({
    retention: {
      bound: `${daysOf('idleSessions')} without use, ${daysOf('sessions')} in all, an hour for a reset link`,
      job: 'sweep-expired',
      foundBy: 'refreshed_at',
    },
    exported: {
      as: 'sessions',
      columns: ['kind', 'address', 'userAgent', 'createdAt', 'refreshedAt', 'lastSeenAt', 'loweredAt'],
    },
    withheld: {
      refreshCounter: reasons.bookkeeping,
      proofCount: reasons.bookkeeping,
      refreshProofCount: reasons.bookkeeping,
    },
    open: [
      // A reset link.
      { isOf: ofOwner(table.userId), isOpen: eq(table.kind, 'recovery'), endedBy: ['new-proof'] },
      { isOf: ofOwner(table.userId), endedBy: everySignOut },
    ],
  }),
);

export const sessionId = () =>
  uuid()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' });

export const identities = owned(
  pgTable(
    'identities',
    {
      id: id(),
      userId: userId(),
      provider: text({ enum: providers }).notNull(),
      subject: text().notNull(),
      email: text().notNull(),
      // Whether the provider has verified that address. A row of an older version may not know.
      emailVerified: boolean().notNull().default(false),
      username: text(),
      createdAt: time().notNull(),
      lastUsedAt: time().notNull(),
    },
    (table) => [
      uniqueIndex('identities_provider_subject_key').on(table.provider, table.subject),
      uniqueIndex('identities_user_id_provider_key').on(table.userId, table.provider),
    ],
  ),
  (table) => ({
    retention: { bound: 'one for each provider of an account' },
    exported: {
      as: 'connectedAccounts',
      columns: ['provider', 'subject', 'email', 'emailVerified', 'username', 'createdAt', 'lastUsedAt'],
    },
    open: reasons.ownWayIn,
    addresses: table.email,
  }),
);

// A reset disconnected it. A sign-in with it says so, and creates no second account.
export const disconnectedIdentities = owned(
  pgTable(
    'disconnected_identities',
    {
      userId: userId(),
      provider: text({ enum: providers }).notNull(),
      subject: text().notNull(),
      createdAt: time().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.userId, table.provider] }),
      index('disconnected_identities_provider_subject_index').on(table.provider, table.subject),
    ],
  ),
  () => ({
    retention: { bound: 'one for each provider of an account' },
    exported: { as: 'disconnectedAccounts', columns: ['provider', 'subject', 'createdAt'] },
    open: 'it lets nobody in',
  }),
);

export const activities = owned(
  pgTable(
    'activities',
    {
      id: id(),
      userId: userId(),
      type: text().$type<ActivityType>().notNull(),
      description: text().notNull(),
      environment: text({ enum: environments }),
      address: text(),
      keyId: uuid(),
      createdAt: time().notNull(),
    },
    (table) => [
      // Read backwards: a descending index would need the same word on NULLs in each query.
      index('activities_user_id_environment_created_at_index').on(
        table.userId,
        table.environment,
        table.createdAt,
        table.id,
      ),
      index('activities_created_at_index').using('brin', table.createdAt),
      index('activities_user_id_created_at_index').on(table.userId, table.createdAt, table.id),
      index('activities_key_id_index')
        .on(table.keyId, table.createdAt, table.id)
        .where(sql`${table.keyId} is not null`),
    ],
  ),
  (table) => ({
    retention: {
      bound: daysOf('activities'),
      job: 'forget-old',
      foundBy: 'created_at',
      isOver: (now, retention) => lt(table.createdAt, endOf(now, retention, 'activities')),
    },
    exported: {
      as: 'activities',
      columns: ['type', 'description', 'environment', 'address', 'keyId', 'createdAt'],
    },
    open: reasons.history,
  }),
);

export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
