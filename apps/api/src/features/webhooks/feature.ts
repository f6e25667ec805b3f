import type { Feature } from '../../http/feature.ts';
import { webhookMails } from './mails.ts';
import { webhookRoutes } from './routes.ts';
import { openSender } from './sending/sender.ts';
import { watchWaiting } from './sending/watch-waiting.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  routes: (serve, deps, app) => {
    webhookRoutes(serve, deps);
    watchWaiting(deps);
    const sender = openSender(deps);
    app.addHook('onListen', async () => sender.start());
    app.addHook('onClose', () => sender.stop());
  },
  mails: Object.values(webhookMails),
};
