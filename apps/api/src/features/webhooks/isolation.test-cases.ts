import * as deliveries from '@ballast/contract/webhooks/deliveries';
import * as events from '@ballast/contract/webhooks/events';
import * as contract from '@ballast/contract/webhooks/webhooks';
import { nothing, ok, on, to } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';
import { newWebhook, type World } from '../../../testing/isolation/world.ts';

const theWebhook = ({ owner }: World) => ({ params: { id: owner.webhook.id } });
const aNewWebhook = async ({ owner }: World) => ({ params: { id: (await newWebhook(owner.call)).id } });
const theDelivery = ({ owner }: World) => ({
  params: { id: owner.webhook.id, deliveryId: owner.delivery.id },
});

export const cases = [
  on(contract.listWebhooks, () => ({ query: {} }), {
    because: 'without an environment it lists what the token may see',
    except: to(ok, 'a CLI token for keys:production'),
  }),
  on(contract.createWebhook, ({ owner }) => ({
    body: { url: owner.webhook.url, environment: 'SANDBOX' },
  })),
  on(contract.getWebhook, theWebhook),
  on(contract.updateWebhook, (world) => ({ ...theWebhook(world), body: { description: 'Orders' } })),
  on(contract.deleteWebhook, aNewWebhook),
  on(contract.getWebhookSecret, theWebhook),
  on(contract.rotateWebhookSecret, (world) => ({ ...theWebhook(world), body: {} })),
  on(deliveries.testWebhook, (world) => ({ ...theWebhook(world), body: {} })),
  on(deliveries.listDeliveries, (world) => ({ ...theWebhook(world), query: {} })),
  on(deliveries.getDelivery, theDelivery),
  on(deliveries.replayDelivery, theDelivery),
  on(deliveries.replayDeliveries, (world) => ({
    ...theWebhook(world),
    body: { since: world.app.now().toISOString() },
  })),
  on(events.listWebhookEvents, nothing),
  on(events.listEvents, () => ({ query: {} })),
  on(events.triggerEvent, () => ({ body: { type: 'payment.completed', environment: 'SANDBOX' } })),
  on(events.publishEvents, nothing, {
    unverified: 'no_such_route',
    because: 'without PUBLISHER_TOKENS there is no such call',
    withoutProof: refused('no_such_route'),
  }),
];
