// Chooses how tokens are given: the embedded ledger, or a real ERC-20.
import type { FaucetSettings } from '../config.ts';
import type { FaucetDriver } from './faucet.ts';
import { ledgerFaucet } from './ledger.ts';

// The network's library is big: whoever stays with the ledger never loads it.
export const openFaucet = async (settings: FaucetSettings | null): Promise<FaucetDriver> => {
  if (!settings) return ledgerFaucet;
  const { openEvmFaucet } = await import('./evm/evm-faucet.ts');
  return openEvmFaucet(settings);
};
