import type { AccountEvent } from '@ballast/contract/webhooks/events';
import type { Deps } from '../../../http/deps.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdActor } from '../../../identity/hold-account.ts';
import { recordEvents } from '../../../identity/webhooks/record-event.ts';
import { testData } from '../deliveries/test-webhook.ts';
import { requireTypes } from './event-types.ts';

export const triggerEvent = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  type: string,
): Promise<AccountEvent> => {
  requireTypes(deps.config, 'type', [type]);
  const event = { ownerId, environment: 'SANDBOX', type, data: testData(type) } as const;
  return deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    const timestamp = deps.now().toISOString();
    const [recorded] = await recordEvents(deps, tx, [event]);
    if (!recorded) throw new Error('no event was recorded');
    return { id: recorded.id, type, timestamp, environment: event.environment, data: event.data };
  });
};
