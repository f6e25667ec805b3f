import * as z from 'zod/mini';
import { settings } from '../../runtime/settings/declared.ts';
import { numbers } from '../../runtime/settings/groups.ts';
import { refuse } from '../../runtime/settings/services.ts';
import { evmPrivateKey, httpUrl, tokenAddress } from '../../runtime/settings/shapes.ts';

export type FaucetSettings = {
  rpcUrl: string;
  tokenAddress: string;
  privateKey: string;
  confirmations: number;
  stuckAfterSeconds: number;
};

const network = ['FAUCET_RPC_URL', 'FAUCET_TOKEN_ADDRESS', 'FAUCET_PRIVATE_KEY'] as const;

// Without a network the faucet is a ledger.
export const faucetSettings = settings(
  {
    FAUCET_RPC_URL: z.optional(httpUrl()),
    FAUCET_TOKEN_ADDRESS: z.optional(tokenAddress()),
    FAUCET_PRIVATE_KEY: z.optional(evmPrivateKey()),
    FAUCET: numbers({ confirmations: 3, stuckAfterSeconds: 120 }),
  },
  (vars): FaucetSettings | null => {
    const missing = network.filter((name) => !vars[name]);
    if (missing.length === network.length) return null;
    const present = network.filter((name) => vars[name]);
    if (missing.length) refuse(`${present.join(' and ')} needs ${missing.join(' and ')}`);
    return {
      rpcUrl: vars.FAUCET_RPC_URL ?? '',
      tokenAddress: vars.FAUCET_TOKEN_ADDRESS ?? '',
      privateKey: vars.FAUCET_PRIVATE_KEY ?? '',
      ...vars.FAUCET,
    };
  },
);
