import * as contract from '@ballast/contract/faucet';
import { getBalance } from '@ballast/contract/keys/key-check';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { getFaucet, getTransfer, readBalance } from './read-faucet.ts';
import { requestTokens } from './request-tokens.ts';

export const faucetRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.requestTokens, ({ actor, body, once }) =>
    requestTokens(deps, actor, actor.user, body.address, once),
  );
  serve(contract.getTransfer, ({ actor, params }) => getTransfer(deps, actor.user, params.id));
  serve(getBalance, ({ key }) => readBalance(deps, key), { headers: { 'cache-control': 'no-store' } });
  serve(contract.getFaucet, ({ actor }) => getFaucet(deps, actor.user));
};
