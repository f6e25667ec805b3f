// Who has an account, how they prove it, and what they did.

import type { ActivityType } from '@ballast/contract/activities';
import { providers } from '@ballast/contract/auth/providers';
import { environments } from '@ballast/contract/keys/api-keys';
import { authMethods, companySizes, useCases } from '@ballast/contract/profile';
import { eq, lt, sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
      // Device cookies hang on this number (identity/sessions/known-devices.ts): whoever raises it makes every browser a new one.
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
  ),
  () => ({
    kept: {
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

export const sessions = owned(
  pgTable(
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
  ),
  (table) => ({
    kept: {
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

export const identities = owned(
  pgTable(
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
  ),
  (table) => ({
    kept: { bound: 'one for each provider of an account' },
    exported: {
      as: 'connectedAccounts',
      columns: ['provider', 'subject', 'email', 'username', 'createdAt', 'lastUsedAt'],
    },
    open: reasons.ownWayIn,
    addresses: table.email,
  }),
);

export const activities = owned(
  pgTable(
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
  ),
  (table) => ({
    kept: {
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
