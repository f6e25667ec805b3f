// GET /v1/balance: what a sandbox key is good for.
import { getBalance, keyCheckMessages } from '@ballast/contract/key-check';
import type { Deps } from '../../deps.ts';
import { sandboxBalance } from '../../faucet/ledger.ts';
import { Failure } from '../../http/failure.ts';
import type { Serve } from '../../http/serve.ts';

export const balanceRoutes = (serve: Serve, deps: Deps) => {
  serve(
    getBalance,
    async ({ key }) => {
      if (key.environment !== 'SANDBOX')
        throw new Failure('only_for_sandbox', { message: keyCheckMessages.sandboxOnly });
      const balance = deps.faucet.kind === 'LEDGER' ? await sandboxBalance(deps.db, key.userId) : null;
      return { balance, token: deps.config.tokenSymbol };
    },
    { 'cache-control': 'no-store' },
  );
};
