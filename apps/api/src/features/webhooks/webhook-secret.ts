// The signing secret is shown again to its owner, so it is stored encrypted. After a rotation the old one signs as well for a while.
import type { WebhookWithSecret } from '@ballast/contract/webhooks/webhooks';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { previousSecrets, webhooks } from '../../identity/webhooks/tables.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { webhookActivity } from './change-webhook.ts';
import { findWebhook, isOwned, lockWebhook, withGrace } from './owned-webhook.ts';
import { makeSecret } from './sending/sign-message.ts';

export const readSecret = async (deps: Deps, ownerId: string, id: string) => {
  const row = await findWebhook(deps.db, ownerId, id);
  return { secret: deps.keyEncryption.open(row, row.id) };
};

export const rotateSecret = (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  id: string,
  graceSeconds: number,
): Promise<WebhookWithSecret> =>
  deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    const row = await lockWebhook(tx, ownerId, id);
    // One old secret at most: the one before it ends now.
    await tx.delete(previousSecrets).where(eq(previousSecrets.webhookId, id));
    if (graceSeconds) {
      const previousId = crypto.randomUUID();
      await tx.insert(previousSecrets).values({
        ...{ id: previousId, webhookId: id, userId: ownerId },
        ...deps.keyEncryption.seal(deps.keyEncryption.open(row, id), previousId),
        expiresAt: secondsAfter(deps.now(), graceSeconds),
      });
    }
    const secret = makeSecret();
    const [rotated = row] = await tx
      .update(webhooks)
      .set({ ...deps.keyEncryption.seal(secret, id), updatedAt: deps.now() })
      .where(isOwned(ownerId, id))
      .returning();
    await recordActivity(deps, tx, actor, webhookActivity(row, 'webhook_secret_rotated'));
    return { ...(await withGrace(deps, tx, rotated)), secret };
  });
