// How much keys are used: in minutes, hours and days, from which addresses, and what was refused.
import { environments } from '@ballast/contract/keys/api-keys';
import { refusalReasons } from '@ballast/contract/keys/key-refusals';
import { lt, sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, time } from '../../db/columns.ts';
import { owned, reasons } from '../../db/owned.ts';
import { userId } from '../../identity/tables.ts';
import { daysOf, endOf } from '../../runtime/settings/retention.ts';
import { keyId, replacedKeys } from '../tables.ts';

const secretHash = () =>
  text()
    .notNull()
    .references(() => replacedKeys.secretHash, { onDelete: 'cascade' });

const sum = () => bigint({ mode: 'number' }).notNull();
const sums = () => ({ allowed: sum(), limited: sum(), refused: sum() });

// How much a replaced value is used during its grace period.
export const replacedKeyUsage = owned(
  pgTable(
    'replaced_key_usage',
    {
      secretHash: secretHash(),
      hour: time().notNull(),
      requests: sum(),
      lastUsedAt: time().notNull(),
    },
    (table) => [primaryKey({ columns: [table.secretHash, table.hour] })],
  ),
  () => ({
    retention: { bound: 'hours of a grace, 7 days at most', job: 'sweep-expired' },
    withheld: 'what the usage of the key has within',
    open: reasons.history,
  }),
);

export const replacedKeyAddresses = owned(
  pgTable(
    'replaced_key_addresses',
    {
      secretHash: secretHash(),
      hour: time().notNull(),
      address: text().notNull(),
      requests: integer().notNull(),
      lastSeenAt: time().notNull(),
    },
    (table) => [primaryKey({ columns: [table.secretHash, table.hour, table.address] })],
  ),
  () => ({
    retention: { bound: 'hours of a grace, 7 days at most, 101 addresses each', job: 'sweep-expired' },
    withheld: 'what the addresses of the key have within',
    open: reasons.history,
  }),
);

export const keyUsageMinutes = owned(
  pgTable(
    'key_usage_minutes',
    {
      keyId: keyId(),
      minute: time().notNull(),
      allowed: integer().notNull(),
      limited: integer().notNull(),
      refused: integer().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.keyId, table.minute] }),
      index('key_usage_minutes_minute_index').on(table.minute),
      index('key_usage_minutes_limited_index').on(table.keyId, table.minute).where(sql`${table.limited} > 0`),
    ],
  ),
  () => ({
    retention: {
      bound: `${daysOf('usageMinutes')}, a partition for each`,
      job: 'roll-up-usage',
      foundBy: 'minute',
    },
    exported: { within: 'all' },
    open: reasons.history,
  }),
);

// The sums over all keys of an owner's environment, also those deleted since. Triggers add to them what any version of the
// portal writes to the minutes: see their migration.
export const keyUsageHours = owned(
  pgTable(
    'key_usage_hours',
    {
      userId: userId(),
      environment: text({ enum: environments }).notNull(),
      hour: time().notNull(),
      ...sums(),
    },
    (table) => [
      primaryKey({ columns: [table.userId, table.environment, table.hour] }),
      index('key_usage_hours_hour_index').on(table.hour),
    ],
  ),
  () => ({
    retention: { bound: '90 days', job: 'roll-up-usage', foundBy: 'hour' },
    withheld: 'the sum of what each key has within',
    open: reasons.history,
  }),
);

export const keyUsageDays = owned(
  pgTable(
    'key_usage_days',
    {
      keyId: keyId(),
      day: date({ mode: 'string' }).notNull(),
      ...sums(),
    },
    (table) => [
      primaryKey({ columns: [table.keyId, table.day] }),
      index('key_usage_days_day_index').on(table.day),
    ],
  ),
  (table) => ({
    retention: {
      bound: daysOf('usageDays'),
      job: 'forget-old',
      foundBy: 'day',
      isOver: (now, retention) =>
        lt(table.day, endOf(now, retention, 'usageDays').toISOString().slice(0, 10)),
    },
    exported: { within: 'all' },
    open: reasons.history,
  }),
);

// The requests by address, without those that were refused. usage-batch.ts bounds it.
export const keyUsageAddresses = owned(
  pgTable(
    'key_usage_addresses',
    {
      keyId: keyId(),
      hour: time().notNull(),
      address: text().notNull(),
      requests: integer().notNull(),
      lastSeenAt: time().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.keyId, table.hour, table.address] }),
      index('key_usage_addresses_hour_index').on(table.hour),
    ],
  ),
  () => ({
    retention: {
      bound: 'as the minutes, 101 addresses for each key and hour',
      job: 'roll-up-usage',
      foundBy: 'hour',
    },
    exported: { within: 'all' },
    open: reasons.history,
  }),
);

// What the version before wrote about refused requests; now they are among key_requests. The next version drops it.
export const keyRefusals = owned(
  pgTable(
    'key_refusals',
    {
      id: id(),
      keyId: keyId(),
      at: time().notNull(),
      reason: text({ enum: refusalReasons }).notNull(),
      address: text().notNull(),
      userAgent: text().notNull(),
      method: text(),
      path: text(),
    },
    (table) => [
      index('key_refusals_key_id_at_index').on(table.keyId, table.at),
      index('key_refusals_at_index').on(table.at),
    ],
  ),
  () => ({
    retention: {
      bound: `the newest 100 of each key, ${daysOf('refusals')}`,
      job: 'roll-up-usage',
      foundBy: 'at',
    },
    exported: { within: 'all' },
    open: reasons.history,
  }),
);

// A batch of counts that is sent again, because its answer was lost, counts once.
export const keyUsageBatches = owned(
  pgTable('key_usage_batches', { id: id(), writtenAt: time().notNull() }, (table) => [
    index('key_usage_batches_written_at_index').on(table.writtenAt),
  ]),
  () => ({ retention: { bound: '7 days', job: 'roll-up-usage', foundBy: 'written_at' } }),
);
