// What was sent to an endpoint, newest first.
import type { Attempt, Delivery, DeliveryDetails } from '@ballast/contract/webhooks/deliveries';
import { type DeliveryStatus, webhookLimits } from '@ballast/contract/webhooks/webhook-limits';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { readTimeCursor, toTimeCursor } from '../../../db/queries/time-cursor.ts';
import {
  type DeliveryRow,
  webhookAttempts,
  webhookDeliveries,
  webhookEvents,
} from '../../../identity/webhooks/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { findWebhook } from '../owned-webhook.ts';

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.eventId,
  type: row.type,
  status: row.status,
  attemptCount: row.attemptCount,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  lastStatusCode: row.lastStatusCode,
  lastError: row.lastError,
});

export const isOfEndpoint = (ownerId: string, webhookId: string) =>
  and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.userId, ownerId));

type Page = {
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

export const listDeliveries = async (
  db: Db,
  ownerId: string,
  webhookId: string,
  { status, type, limit, cursor }: Page,
) => {
  await findWebhook(db, ownerId, webhookId);
  const end = cursor && readTimeCursor(cursor);
  const { createdAt, id } = webhookDeliveries;
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        isOfEndpoint(ownerId, webhookId),
        status && eq(webhookDeliveries.status, status),
        type === undefined ? undefined : eq(webhookDeliveries.type, type),
        end ? sql`(${createdAt}, ${id}) < (${end.time}::timestamptz, ${end.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(toDelivery);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? toTimeCursor(last.createdAt, last.id) : null };
};

const readAttempts = async (db: Db, ownerId: string, deliveryId: string): Promise<Attempt[]> => {
  const rows = await db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.deliveryId, deliveryId), eq(webhookAttempts.userId, ownerId)))
    .orderBy(desc(webhookAttempts.at), desc(webhookAttempts.id))
    .limit(webhookLimits.attempts);
  return rows.map(({ at, durationMs, statusCode, error, response }) => ({
    ...{ at: at.toISOString(), durationMs, statusCode, error, response },
  }));
};

type Ids = { id: string; deliveryId: string };

export const getDelivery = async (
  db: Db,
  ownerId: string,
  { id, deliveryId }: Ids,
): Promise<DeliveryDetails> => {
  await findWebhook(db, ownerId, id);
  const [found] = await db
    .select({ delivery: webhookDeliveries, payload: webhookEvents.body })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventRowId))
    .where(and(isOfEndpoint(ownerId, id), eq(webhookDeliveries.id, deliveryId)));
  if (!found) throw new Failure('not_found');
  const attempts = await readAttempts(db, ownerId, deliveryId);
  return { ...toDelivery(found.delivery), payload: found.payload, attempts };
};
