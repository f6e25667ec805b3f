// What the key check answered, request by request. Each day has a partition of its own, as the minutes of usage do.
import { environments } from '@ballast/contract/keys/api-keys';
import { refusalReasons } from '@ballast/contract/keys/key-refusals';
import { requestDays, requestLimits, requestOutcomes } from '@ballast/contract/requests/requests';
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../db/columns.ts';
import { owned, reasons } from '../../db/owned.ts';
import { userId } from '../../identity/tables.ts';
import { keyId } from '../tables.ts';

const perDay = requestLimits.perDay.toLocaleString('en');

export const keyRequests = owned(
  pgTable(
    'key_requests',
    {
      // Ids are in the order in which rows became readable, over all processes (write-requests.ts).
      id: uuid().notNull(),
      at: time().notNull(),
      // It goes with the key. A reference of its own would be looked up for each row.
      userId: uuid().notNull(),
      keyId: keyId(),
      environment: text({ enum: environments }).notNull(),
      outcome: text({ enum: requestOutcomes }).notNull(),
      reason: text({ enum: refusalReasons }),
      method: text(),
      path: text(),
      address: text().notNull(),
      userAgent: text().notNull(),
      requestId: text().notNull(),
      scope: text(),
      weight: integer().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.userId, table.id, table.at] }),
      index('key_requests_user_id_at_index').on(
        table.userId,
        table.environment,
        table.outcome,
        table.at,
        table.id,
      ),
      index('key_requests_key_id_at_index').on(table.keyId, table.outcome, table.at, table.id),
      index('key_requests_request_id_index').on(table.userId, table.requestId),
    ],
  ),
  () => ({
    retention: {
      bound: `${requestDays} days (\`KEEP_REQUESTS_DAYS\`), a partition for each; ${perDay} a day for each account, then one a minute for each key and outcome`,
      job: 'roll-up-usage',
    },
    exported: {
      as: 'requests',
      columns: [
        ...(['at', 'keyId', 'environment', 'outcome', 'reason', 'method', 'path', 'address'] as const),
        ...(['userAgent', 'requestId', 'scope', 'weight'] as const),
      ],
    },
    open: reasons.history,
  }),
);

// How many rows an account has written in a day, and the newest: those who wait for it look here.
export const keyRequestDays = owned(
  pgTable(
    'key_request_days',
    {
      userId: userId(),
      day: date({ mode: 'string' }).notNull(),
      rows: bigint({ mode: 'number' }).notNull(),
      lastId: uuid().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.userId, table.day] }),
      index('key_request_days_day_index').on(table.day),
    ],
  ),
  () => ({
    retention: { bound: 'as the requests', job: 'roll-up-usage', foundBy: 'day' },
    withheld: 'the number of what each key has within',
    open: reasons.history,
  }),
);

// Writers take turns by its one row, so that a row is never readable before one with a lower id.
export const keyRequestClock = owned(
  pgTable('key_request_clock', {
    one: boolean().primaryKey().default(true),
    tick: bigint({ mode: 'number' }).notNull(),
  }),
  () => ({ retention: { bound: 'one row' } }),
);
