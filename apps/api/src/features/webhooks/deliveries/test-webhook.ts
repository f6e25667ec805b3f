// Sends a sample to one endpoint. It is no event of the account, so GET /api/events does not list it.
import { randomUUID } from 'node:crypto';
import type { Delivery } from '@ballast/contract/webhooks/deliveries';
import { sampleData } from '@ballast/contract/webhooks/event-types';
import { afterCommit } from '../../../db/after-commit.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { toNewEvent } from '../../../identity/webhooks/record-event.ts';
import { webhookDeliveries, webhookEvents } from '../../../identity/webhooks/tables.ts';
import { requireTypes } from '../events/event-types.ts';
import { lockWebhook } from '../owned-webhook.ts';
import { toDelivery } from './read-deliveries.ts';
import { refuseUnlessEnabled } from './replay.ts';

export const testData = (type: string) => ({ ...sampleData(type), test: true });

export const testWebhook = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { id, type }: { id: string; type: string },
): Promise<Delivery> => {
  requireTypes(deps.config, 'type', [type]);
  return deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    const { environment, ...webhook } = await lockWebhook(tx, ownerId, id);
    refuseUnlessEnabled({ environment, ...webhook });
    const now = deps.now();
    const {
      row: eventRowId,
      event_id: eventId,
      body,
    } = toNewEvent({ ownerId, environment, type, data: testData(type) }, now);
    await tx
      .insert(webhookEvents)
      .values({ id: eventRowId, userId: ownerId, environment, eventId, type, body, createdAt: now });
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({
        ...{ id: randomUUID(), userId: ownerId, webhookId: id, eventRowId, eventId, type },
        ...{ isTest: true, status: 'PENDING', createdAt: now, nextAttemptAt: now },
      })
      .returning();
    if (!delivery) throw new Error('insert returned no delivery');
    afterCommit(deps, tx, () => {
      deps.dueWebhooks.add([id]);
    });
    return toDelivery(delivery);
  });
};
