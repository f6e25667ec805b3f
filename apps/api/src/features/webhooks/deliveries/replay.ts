// Sends again what was sent or failed: the same delivery under the same webhook-id, with the whole schedule.
import type { Delivery } from '@ballast/contract/webhooks/deliveries';
import { webhookLimits, webhookMessages } from '@ballast/contract/webhooks/webhook-limits';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { afterCommit } from '../../../db/after-commit.ts';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { type WebhookRow, webhookDeliveries } from '../../../identity/webhooks/tables.ts';
import { Failure, invalidField } from '../../../runtime/failure.ts';
import { lockWebhook } from '../owned-webhook.ts';
import { isOfEndpoint, toDelivery } from './read-deliveries.ts';

// It would fail at once, and its developer would wait for it.
export const refuseUnlessEnabled = ({ status }: WebhookRow) => {
  if (status !== 'ENABLED') throw new Failure('webhook_not_enabled', { message: webhookMessages.notEnabled });
};

const beginAnew = (now: Date) => ({
  ...{ status: 'PENDING' as const, step: 0, claim: null, deliveredAt: null, nextAttemptAt: now },
});

const onEnabled = <Result>(
  deps: Deps,
  actor: Actor,
  ownerId: string,
  id: string,
  work: (tx: Db) => Promise<Result>,
) =>
  deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    refuseUnlessEnabled(await lockWebhook(tx, ownerId, id));
    const result = await work(tx);
    afterCommit(deps, tx, () => {
      deps.dueWebhooks.add([id]);
    });
    return result;
  });

type Ids = { id: string; deliveryId: string };

export const replayDelivery = (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { id, deliveryId }: Ids,
): Promise<Delivery> =>
  onEnabled(deps, actor, ownerId, id, async (tx) => {
    const [row] = await tx
      .update(webhookDeliveries)
      .set(beginAnew(deps.now()))
      .where(and(isOfEndpoint(ownerId, id), eq(webhookDeliveries.id, deliveryId)))
      .returning();
    if (!row) throw new Failure('not_found');
    return toDelivery(row);
  });

type Span = { since: string; until?: string | undefined; status: 'FAILED' | 'ALL' };

const within = (ownerId: string, id: string, { since, until, status }: Span) =>
  and(
    isOfEndpoint(ownerId, id),
    gte(webhookDeliveries.createdAt, new Date(since)),
    until ? lt(webhookDeliveries.createdAt, new Date(until)) : undefined,
    status === 'FAILED' ? eq(webhookDeliveries.status, 'FAILED') : eq(webhookDeliveries.isTest, false),
  );

export const replayDeliveries = (deps: Deps, actor: Actor, ownerId: string, id: string, span: Span) =>
  onEnabled(deps, actor, ownerId, id, async (tx) => {
    const which = within(ownerId, id, span);
    const [found] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(webhookDeliveries)
      .where(which);
    const count = found?.count ?? 0;
    if (count > webhookLimits.replayed) throw invalidField('since', webhookMessages.tooManyToReplay(count));
    await tx.update(webhookDeliveries).set(beginAnew(deps.now())).where(which);
    return { count };
  });
