import {
  disconnectProvider,
  finishProvider,
  linkProvider,
  listConnections,
  startProvider,
  verifyProvider,
} from '@ballast/contract/provider-calls';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import type { Providers } from '../../providers/open-providers.ts';
import { connectionsOf, disconnectFrom } from './connections.ts';
import { finishWith } from './finish-provider.ts';
import { readTarget } from './redirect-target.ts';
import { startWith } from './start-provider.ts';
import { verifyTokens } from './verify-provider.ts';

export const providerRoutes = (serve: Serve, deps: Deps, providers: Providers) => {
  serve(startProvider, ({ body: { provider, redirectUrl }, cookies, client }) =>
    startWith(deps, providers, {
      ...readTarget(deps.config, redirectUrl),
      provider,
      linkUserId: null,
      cookies,
      client,
    }),
  );
  serve(linkProvider, ({ body: { provider }, session, cookies, client }) =>
    startWith(deps, providers, {
      redirectTo: 'settings',
      from: null,
      provider,
      linkUserId: session.user.id,
      cookies,
      client,
    }),
  );
  serve(finishProvider, (call) => finishWith(deps, providers, call));
  serve(verifyProvider, (call) => verifyTokens(deps, call));
  serve(disconnectProvider, ({ body, session, client }) =>
    disconnectFrom(deps, session.user.id, body.provider, client),
  );
  serve(listConnections, ({ session }) => connectionsOf(deps, session.user));
};
