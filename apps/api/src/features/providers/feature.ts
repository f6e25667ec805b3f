import type { Feature } from '../../http/feature.ts';
import { openDevFetch } from './dev-provider/dev-client.ts';
import { openProviders } from './drivers/open-providers.ts';
import { providerConnected } from './mails.ts';
import { providerRoutes } from './routes.ts';

export const providers: Feature = {
  name: 'providers',
  routes: (serve, deps, app) => {
    const { config, log } = deps;
    providerRoutes(serve, deps, openProviders(config, openDevFetch(config.publicUrl, app.server), log));
  },
  mails: [providerConnected],
};
