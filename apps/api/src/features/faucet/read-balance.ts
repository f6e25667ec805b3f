// What a sandbox key is good for.
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import type { Deps } from '../../http/deps.ts';
import type { ActiveKey } from '../../key-check/lookup/key-cache.ts';
import { Failure } from '../../runtime/failure.ts';
import { sandboxBalance } from './transfers/ledger.ts';

export const readBalance = async (deps: Deps, key: ActiveKey) => {
  if (key.environment !== 'SANDBOX')
    throw new Failure('only_for_sandbox', { message: keyCheckMessages.sandboxOnly });
  const balance = deps.faucet.kind === 'LEDGER' ? await sandboxBalance(deps.db, key.userId) : null;
  return { balance, token: deps.config.tokenSymbol };
};
