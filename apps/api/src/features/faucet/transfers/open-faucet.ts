import { StartupProblem } from '../../../runtime/failure.ts';
import type { FaucetSettings } from '../settings.ts';
import type { FaucetDriver } from './faucet.ts';
import { ledgerFaucet } from './ledger.ts';

// The network's library is big: with the ledger it is neither loaded nor installed.
const loadEvm = () =>
  import('./evm/evm-faucet.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartupProblem(
      'The library for FAUCET_RPC_URL is not installed: run node scripts/setup.mjs, or build the image with FAUCET_NETWORK=on',
    );
  });

export const openFaucet = async (settings: FaucetSettings | null): Promise<FaucetDriver> => {
  if (!settings) return ledgerFaucet;
  const { openEvmFaucet } = await loadEvm();
  return openEvmFaucet(settings);
};
