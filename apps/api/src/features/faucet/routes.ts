import { getFaucet, getTransfer, requestTokens } from '@ballast/contract/faucet';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { requestTokensFor } from './request-tokens.ts';
import { showFaucetOf, showTransferOf } from './show-faucet.ts';

export const faucetRoutes = (serve: Serve, deps: Deps) => {
  serve(requestTokens, ({ session, body, client }) =>
    requestTokensFor(deps, session.user.id, body.address, client),
  );
  serve(getTransfer, ({ session, params }) => showTransferOf(deps, session.user.id, params.id));
  serve(getFaucet, ({ session }) => showFaucetOf(deps, session.user.id));
};
