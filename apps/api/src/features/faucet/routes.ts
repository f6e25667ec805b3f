import * as contract from '@ballast/contract/faucet';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { requestTokens } from './request-tokens.ts';
import { getFaucet, getTransfer } from './show-faucet.ts';

export const faucetRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.requestTokens, ({ actor, body }) => requestTokens(deps, actor, actor.user.id, body.address));
  serve(contract.getTransfer, ({ actor, params }) => getTransfer(deps, actor.user.id, params.id));
  serve(contract.getFaucet, ({ actor }) => getFaucet(deps, actor.user.id));
};
