// Webhook endpoints, the events of accounts, and what was sent of them. They are below the features, because every feature records
// events in the transaction of what happened.
import { environments } from '@ballast/contract/keys/api-keys';
import {
  deliveryErrors,
  deliveryStatuses,
  disablings,
  webhookLimits,
  webhookStatuses,
} from '@ballast/contract/webhooks/webhook-limits';
import { lt, sql } from 'drizzle-orm';
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
import { id, time } from '../../db/columns.ts';
import { owned, reasons, untilOver } from '../../db/owned.ts';
import { daysOf, endOf } from '../../runtime/settings/retention.ts';
import { userId } from '../tables.ts';

export const webhooks = owned(
  pgTable(
    'webhooks',
    {
      id: id(),
      userId: userId(),
      environment: text({ enum: environments }).notNull(),
      url: text().notNull(),
      description: text().notNull(),
      // Null is all events.
      events: text().array(),
      status: text({ enum: webhookStatuses }).notNull(),
      statusReason: text({ enum: disablings }),
      // Since then every attempt has failed.
      failingSince: time(),
      lastDeliveryAt: time(),
      // The last mail about a delivery that has used up its attempts.
      usedUpToldAt: time(),
      createdAt: time().notNull(),
      updatedAt: time().notNull(),
      // Its deliveries may be many, so a deleted endpoint is only marked, and goes later.
      deletedAt: time(),
      // The signing secret.
      secretCipher: text().notNull(),
      encryptionKeyId: text().notNull(),
    },
    (table) => [
      index('webhooks_user_id_environment_index').on(table.userId, table.environment, table.createdAt),
      index('webhooks_deleted_at_index').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
      index('webhooks_encryption_key_id_index').on(table.encryptionKeyId),
    ],
  ),
  (table) => ({
    retention: {
      bound: `${webhookLimits.endpoints} for each environment; deleted ones ${daysOf('deliveries')}`,
      job: 'forget-old',
      foundBy: 'deleted_at',
      isOver: (now, retention) => lt(table.deletedAt, endOf(now, retention, 'deliveries')),
    },
    exported: {
      as: 'webhooks',
      columns: [
        ...(['environment', 'url', 'description', 'events', 'status', 'statusReason'] as const),
        ...(['failingSince', 'lastDeliveryAt', 'createdAt', 'updatedAt', 'deletedAt'] as const),
      ],
    },
    withheld: {
      usedUpToldAt: reasons.bookkeeping,
      secretCipher: reasons.secret,
      encryptionKeyId: reasons.secret,
    },
    open: 'programs need them. Nothing is sent while the account is closed',
    sealed: { keyId: table.encryptionKeyId },
  }),
);

const webhookId = () =>
  uuid()
    .notNull()
    .references(() => webhooks.id, { onDelete: 'cascade' });

// The secret before a rotation, while messages still carry a signature by it.
export const previousSecrets = owned(
  pgTable(
    'webhook_previous_secrets',
    {
      id: id(),
      webhookId: webhookId(),
      userId: userId(),
      secretCipher: text().notNull(),
      encryptionKeyId: text().notNull(),
      expiresAt: time().notNull(),
    },
    (table) => [
      uniqueIndex('webhook_previous_secrets_webhook_id_key').on(table.webhookId),
      index('webhook_previous_secrets_user_id_index').on(table.userId),
      index('webhook_previous_secrets_expires_at_index').on(table.expiresAt),
      index('webhook_previous_secrets_encryption_key_id_index').on(table.encryptionKeyId),
    ],
  ),
  (table) => ({
    retention: untilOver('the grace of a rotation ends', table.expiresAt),
    withheld: reasons.secret,
    open: 'receivers need it until the grace ends',
    sealed: { keyId: table.encryptionKeyId },
  }),
);

export const webhookEvents = owned(
  pgTable(
    'webhook_events',
    {
      id: id(),
      userId: userId(),
      environment: text({ enum: environments }).notNull(),
      // The webhook-id of its messages.
      eventId: text().notNull(),
      type: text().notNull(),
      // The text that is sent.
      body: text().notNull(),
      // In the order of commits (record-event.ts). A test of one endpoint has none, and is not listed.
      position: bigint({ mode: 'number' }),
      createdAt: time().notNull(),
    },
    (table) => [
      uniqueIndex('webhook_events_event_id_key').on(table.userId, table.eventId),
      uniqueIndex('webhook_events_position_key')
        .on(table.userId, table.environment, table.position)
        .where(sql`${table.position} is not null`),
      index('webhook_events_created_at_index').on(table.createdAt),
    ],
  ),
  (table) => ({
    retention: {
      bound: daysOf('deliveries'),
      job: 'forget-old',
      foundBy: 'created_at',
      isOver: (now, retention) => lt(table.createdAt, endOf(now, retention, 'deliveries')),
    },
    exported: { as: 'webhookEvents', columns: ['environment', 'eventId', 'type', 'body', 'createdAt'] },
    withheld: { position: reasons.bookkeeping },
    open: reasons.history,
  }),
);

// The last position of an account's events. Its row is locked until the commit, so positions are readable in their order.
export const webhookPositions = owned(
  pgTable(
    'webhook_positions',
    {
      userId: userId(),
      environment: text({ enum: environments }).notNull(),
      position: bigint({ mode: 'number' }).notNull(),
    },
    (table) => [primaryKey({ columns: [table.userId, table.environment] })],
  ),
  () => ({
    retention: { bound: 'one row for each environment of an account' },
    withheld: reasons.bookkeeping,
    open: reasons.history,
  }),
);

export const webhookDeliveries = owned(
  pgTable(
    'webhook_deliveries',
    {
      id: id(),
      // It goes with the endpoint and with the event. A reference of its own would be looked up for each row.
      userId: uuid().notNull(),
      webhookId: webhookId(),
      eventRowId: uuid()
        .notNull()
        .references(() => webhookEvents.id, { onDelete: 'cascade' }),
      eventId: text().notNull(),
      type: text().notNull(),
      isTest: boolean().notNull().default(false),
      status: text({ enum: deliveryStatuses }).notNull(),
      attemptCount: integer().notNull().default(0),
      // How many attempts of the schedule are over. A replay begins anew.
      step: integer().notNull().default(0),
      createdAt: time().notNull(),
      deliveredAt: time(),
      // Of a delivery that is being attempted: when another process may take it over.
      nextAttemptAt: time(),
      // Who attempts it now. A result counts only if nobody else has taken it over since.
      claim: uuid(),
      lastStatusCode: integer(),
      lastError: text({ enum: deliveryErrors }),
    },
    (table) => [
      index('webhook_deliveries_webhook_id_created_at_index').on(table.webhookId, table.createdAt, table.id),
      index('webhook_deliveries_status_index').on(table.webhookId, table.status, table.createdAt, table.id),
      index('webhook_deliveries_type_index').on(table.webhookId, table.type, table.createdAt, table.id),
      // What is due of each endpoint.
      index('webhook_deliveries_pending_index')
        .on(table.webhookId, table.nextAttemptAt)
        .where(sql`${table.status} = 'PENDING'`),
      index('webhook_deliveries_event_row_id_index').on(table.eventRowId),
    ],
  ),
  () => ({
    retention: { bound: 'go with the event' },
    exported: {
      as: 'webhookDeliveries',
      columns: [
        ...(['webhookId', 'eventId', 'type', 'status', 'attemptCount', 'createdAt'] as const),
        ...(['deliveredAt', 'nextAttemptAt', 'lastStatusCode', 'lastError', 'isTest'] as const),
      ],
    },
    withheld: {
      eventRowId: reasons.bookkeeping,
      step: reasons.bookkeeping,
      claim: reasons.bookkeeping,
    },
    open: reasons.history,
  }),
);

export const webhookAttempts = owned(
  pgTable(
    'webhook_attempts',
    {
      id: id(),
      userId: uuid().notNull(),
      deliveryId: uuid()
        .notNull()
        .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
      at: time().notNull(),
      durationMs: integer().notNull(),
      statusCode: integer(),
      error: text({ enum: deliveryErrors }),
      response: text(),
    },
    (table) => [index('webhook_attempts_delivery_id_index').on(table.deliveryId, table.at)],
  ),
  () => ({
    retention: { bound: `${webhookLimits.attempts} for each delivery; go with it` },
    exported: {
      as: 'webhookAttempts',
      columns: ['deliveryId', 'at', 'durationMs', 'statusCode', 'error', 'response'],
    },
    open: reasons.history,
  }),
);

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
