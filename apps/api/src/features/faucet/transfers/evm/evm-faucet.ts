// Each step may be cut off anywhere: what was signed is in the database before it is sent.
import { transferReasons } from '@ballast/contract/faucet';
import { type Chain, inShort, isChainError, isRevert, isUnreachable, openChain } from '@ballast/evm/chain';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../../http/deps.ts';
import type { FaucetSettings } from '../../settings.ts';
import { type FaucetClaimRow, faucetTransactions } from '../../tables.ts';
import type { FaucetDriver } from '../faucet.ts';
import { failClaim, tryAgain } from '../settle-claim.ts';
import { signTransfer } from './sign-transfer.ts';
import { watchTransfer } from './watch-transfer.ts';

const liveTransaction = async (deps: Deps, claimId: string) => {
  const [live] = await deps.db
    .select()
    .from(faucetTransactions)
    .where(and(eq(faucetTransactions.claimId, claimId), eq(faucetTransactions.state, 'live')));
  return live;
};

const advance = async (deps: Deps, chain: Chain, settings: FaucetSettings, claim: FaucetClaimRow) => {
  const live = (await liveTransaction(deps, claim.id)) ?? (await signTransfer(deps, chain, claim));
  if (live) await watchTransfer(deps, chain, settings, claim, live);
};

export const openEvmFaucet = (settings: FaucetSettings): FaucetDriver => {
  const chain = openChain(settings);
  return {
    kind: 'EVM',
    addressNeeded: true,
    advance: async (deps, claim) => {
      try {
        await advance(deps, chain, settings, claim);
      } catch (error) {
        if (!isChainError(error)) throw error;
        const cause = inShort(error);
        // Only the gas estimate can revert, and it is made before anything is signed.
        if (isRevert(error)) {
          deps.log.warn({ claimId: claim.id, cause }, 'faucet: the token refuses a transfer');
          await deps.db.transaction((tx) => failClaim(deps, tx, claim, transferReasons.refused));
          return;
        }
        deps.log.warn({ claimId: claim.id, cause }, 'faucet: the node does not answer as it should');
        const { unreachable, notAccepted } = transferReasons;
        await tryAgain(deps, claim, isUnreachable(error) ? unreachable : notAccepted);
      }
    },
  };
};
