// The endpoints of an owner. Another owner's and a deleted one are answered like one that never existed.
import type { Environment } from '@ballast/contract/keys/api-keys';
import type { Webhook } from '@ballast/contract/webhooks/webhooks';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { previousSecrets, type WebhookRow, webhooks } from '../../identity/webhooks/tables.ts';
import { Failure } from '../../runtime/failure.ts';

export const isOwned = (ownerId: string, id: string) =>
  and(eq(webhooks.id, id), eq(webhooks.userId, ownerId), isNull(webhooks.deletedAt));

export const findWebhook = async (tx: Db, ownerId: string, id: string): Promise<WebhookRow> => {
  const [row] = await tx.select().from(webhooks).where(isOwned(ownerId, id));
  if (!row) throw new Failure('not_found');
  return row;
};

export const lockWebhook = async (tx: Db, ownerId: string, id: string): Promise<WebhookRow> => {
  const [row] = await tx.select().from(webhooks).where(isOwned(ownerId, id)).for('no key update');
  if (!row) throw new Failure('not_found');
  return row;
};

export const environmentOf = async (tx: Db, ownerId: string, id: string): Promise<Environment> =>
  (await findWebhook(tx, ownerId, id)).environment;

// By the id of the endpoint.
export const graceEnds = async ({ db, now }: Pick<Deps, 'db' | 'now'>, ownerId: string) => {
  const rows = await db
    .select({ webhookId: previousSecrets.webhookId, expiresAt: previousSecrets.expiresAt })
    .from(previousSecrets)
    .where(and(eq(previousSecrets.userId, ownerId), gt(previousSecrets.expiresAt, now())));
  return new Map(rows.map(({ webhookId, expiresAt }) => [webhookId, expiresAt]));
};

export const toWebhook = (row: WebhookRow, graceEndsAt: Date | undefined): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  environment: row.environment,
  events: row.events,
  status: row.status,
  statusReason: row.statusReason,
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastDeliveryAt: row.lastDeliveryAt?.toISOString() ?? null,
  previousSecretEndsAt: graceEndsAt?.toISOString() ?? null,
});

export const withGrace = async (deps: Pick<Deps, 'now'>, tx: Db, row: WebhookRow): Promise<Webhook> => {
  const ends = await graceEnds({ db: tx, now: deps.now }, row.userId);
  return toWebhook(row, ends.get(row.id));
};
