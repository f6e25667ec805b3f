import { nextCursorHeader } from '@ballast/contract/http/paging';
import { type Environment, environments } from '@ballast/contract/keys/api-keys';
import * as deliveries from '@ballast/contract/webhooks/deliveries';
import * as events from '@ballast/contract/webhooks/events';
import * as contract from '@ballast/contract/webhooks/webhooks';
import { hasKeyScope } from '../../http/access/requirements.ts';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { openWaitingRoom } from '../../http/waiting-room.ts';
import type { Actor } from '../../identity/actor.ts';
import { settingsOf } from '../../runtime/settings/declared.ts';
import { openCheckReceiver } from './addresses/check-receiver.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  needsProofToUpdate,
  updateWebhook,
} from './change-webhook.ts';
import { getDelivery, listDeliveries } from './deliveries/read-deliveries.ts';
import { replayDeliveries, replayDelivery } from './deliveries/replay.ts';
import { testWebhook } from './deliveries/test-webhook.ts';
import { listEventTypes } from './events/event-types.ts';
import { findPublisher, publishEvents } from './events/publish-events.ts';
import { readEvents, readPositions } from './events/read-events.ts';
import { triggerEvent } from './events/trigger-event.ts';
import { environmentOf, findWebhook, withGrace } from './owned-webhook.ts';
import { webhookSettings } from './settings.ts';
import { readSecret, rotateSecret } from './webhook-secret.ts';

type OneWebhook = { deps: Deps; actor: Actor; params: { id: string } };

const environmentsOf = async ({ deps, actor, params }: OneWebhook): Promise<Environment[]> => [
  await environmentOf(deps.db, actor.user.id, params.id),
];

const isOfProduction = async ({ deps, actor, params }: OneWebhook) =>
  (await environmentOf(deps.db, actor.user.id, params.id)) === 'PRODUCTION';

// A token without the scope read sees the environments of which it manages the keys.
const visibleTo = (actor: Actor) =>
  actor.grant?.scopes.includes('read')
    ? environments
    : environments.filter((environment) => hasKeyScope(actor, environment));

const endpointRoutes = (serve: Serve, deps: Deps) => {
  const check = openCheckReceiver(deps.config);
  serve(
    contract.listWebhooks,
    ({ actor, query: { environment } }) =>
      listWebhooks(deps, actor.user.id, environment ? [environment] : visibleTo(actor)),
    { environmentsOf: ({ query }) => (query.environment ? [query.environment] : []) },
  );
  serve(
    contract.createWebhook,
    ({ actor, body, once }) => createWebhook(deps, actor, actor.user, body, { once, check }),
    {
      needsProof: ({ body }) => body.environment === 'PRODUCTION',
      environmentsOf: ({ body }) => [body.environment],
    },
  );
  serve(
    contract.getWebhook,
    async ({ actor, params }) =>
      withGrace(deps, deps.db, await findWebhook(deps.db, actor.user.id, params.id)),
    { environmentsOf },
  );
  serve(
    contract.updateWebhook,
    ({ actor, params, body }) =>
      updateWebhook(deps, actor, actor.user.id, { id: params.id, wanted: body }, check),
    {
      needsProof: ({ actor, params, body }) => needsProofToUpdate(deps, actor.user.id, params.id, body),
      environmentsOf,
    },
  );
  serve(
    contract.deleteWebhook,
    ({ deps, actor, params }) => deleteWebhook(deps, actor, actor.user.id, params.id),
    { environmentsOf },
  );
  serve(contract.getWebhookSecret, ({ actor, params }) => readSecret(deps, actor.user.id, params.id), {
    needsProof: isOfProduction,
    environmentsOf,
  });
  serve(
    contract.rotateWebhookSecret,
    ({ actor, params, body }) => rotateSecret(deps, actor, actor.user.id, params.id, body.graceSeconds),
    { needsProof: isOfProduction, environmentsOf },
  );
};

const deliveryRoutes = (serve: Serve, deps: Deps) => {
  serve(
    deliveries.testWebhook,
    ({ actor, params, body }) => testWebhook(deps, actor, actor.user.id, { id: params.id, type: body.type }),
    { environmentsOf },
  );
  serve(
    deliveries.listDeliveries,
    async ({ actor, params, query, setHeader }) => {
      const { page, nextCursor } = await listDeliveries(deps.db, actor.user.id, params.id, query);
      if (nextCursor) setHeader(nextCursorHeader, nextCursor);
      return page;
    },
    { environmentsOf },
  );
  serve(deliveries.getDelivery, ({ actor, params }) => getDelivery(deps.db, actor.user.id, params), {
    environmentsOf,
  });
  serve(
    deliveries.replayDelivery,
    ({ actor, params }) => replayDelivery(deps, actor, actor.user.id, params),
    { environmentsOf },
  );
  serve(
    deliveries.replayDeliveries,
    ({ actor, params, body }) => replayDeliveries(deps, actor, actor.user.id, params.id, body),
    { environmentsOf },
  );
};

const eventRoutes = (serve: Serve, deps: Deps) => {
  const room = openWaitingRoom(deps.log, (places) => readPositions(deps.db, places));
  const { publisherTokens } = settingsOf(deps.config, webhookSettings);
  serve(events.listWebhookEvents, () => listEventTypes(deps.config));
  serve(events.listEvents, ({ actor, query, gone }) => readEvents(deps, actor, query, room, gone));
  serve(events.triggerEvent, ({ actor, body }) => triggerEvent(deps, actor, actor.user.id, body.type));
  serve(
    events.publishEvents,
    ({ body, getHeader }) => publishEvents(deps, body, getHeader('authorization')),
    { refuseBeforeBody: (getHeader) => findPublisher(publisherTokens, getHeader('authorization')) },
  );
};

export const webhookRoutes = (serve: Serve, deps: Deps) => {
  endpointRoutes(serve, deps);
  deliveryRoutes(serve, deps);
  eventRoutes(serve, deps);
};
