import * as contract from '@ballast/contract/auth/provider-calls';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { countSignIn } from '../../identity/sessions/count-sign-in.ts';
import { disconnectProvider, listConnections, refuseDisconnect } from './connections.ts';
import type { Providers } from './drivers/open-providers.ts';
import { finishProvider } from './finish-provider.ts';
import { findDriver, linkProvider, startProvider } from './start-provider.ts';
import { verifyProvider } from './verify-provider.ts';

export const providerRoutes = (serve: Serve, deps: Deps, providers: Providers) => {
  serve(contract.startProvider, ({ actor, body, cookies }) =>
    startProvider(deps, actor, providers, cookies, body),
  );
  serve(
    contract.linkProvider,
    ({ actor, body, cookies }) => linkProvider(deps, actor, providers, cookies, body.provider),
    { refuseFirst: ({ body }) => findDriver(providers, body.provider) },
  );
  serve(contract.finishProvider, ({ actor, body, cookies }) =>
    countSignIn(
      deps,
      body.provider,
      finishProvider(deps, actor, providers, cookies, body),
      ({ session }) => session !== null,
    ),
  );
  serve(contract.verifyProvider, ({ actor, body, cookies }) => verifyProvider(deps, actor, cookies, body));
  serve(
    contract.disconnectProvider,
    ({ deps, actor, body }) => disconnectProvider(deps, actor, actor.user.id, body.provider),
    { refuseFirst: ({ deps, actor, body }) => refuseDisconnect(deps, actor.user, body.provider) },
  );
  serve(contract.listConnections, ({ actor }) => listConnections(deps, actor.user));
};
