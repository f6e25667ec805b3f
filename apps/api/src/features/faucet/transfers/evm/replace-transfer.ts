// Signs a stuck transfer again: same nonce, higher fees. Whichever of the two is mined, the other never can be.
import type { Chain } from '@ballast/evm/chain';
import { and, eq } from 'drizzle-orm';
import { afterCommit } from '../../../../db/after-commit.ts';
import type { Deps } from '../../../../http/deps.ts';
import {
  type FaucetClaimRow,
  type FaucetTransactionRow,
  faucetTransactions,
  type SignedTransaction,
} from '../../tables.ts';

// Nodes require fees at least a tenth higher. After so many replacements the last one is only sent again, so that fees
// stay bounded.
const raise = { times: 5n, over: 4n };
const mostSigned = 10;

const raised = (paid: string, current: bigint) => {
  const least = (BigInt(paid) * raise.times) / raise.over + 1n;
  return current > least ? current : least;
};

export const replaceTransfer = async (
  deps: Deps,
  chain: Chain,
  claim: FaucetClaimRow,
  live: FaucetTransactionRow,
): Promise<SignedTransaction> => {
  const last = live.signed.at(-1);
  if (!last || !claim.address) throw new Error('nothing was signed yet');
  if (live.signed.length >= mostSigned) return last;
  const fees = await chain.fees();
  const maxFeePerGas = raised(last.maxFeePerGas, fees.maxFeePerGas);
  const priorityFeePerGas = raised(last.priorityFeePerGas, fees.priorityFeePerGas);
  const terms = { to: claim.address, tokens: claim.amount, nonce: live.nonce, gas: BigInt(live.gas) };
  const signed = await chain.sign({ ...terms, maxFeePerGas, priorityFeePerGas });
  const replacement = {
    ...signed,
    maxFeePerGas: String(maxFeePerGas),
    priorityFeePerGas: String(priorityFeePerGas),
  };

  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(faucetTransactions)
      .where(and(eq(faucetTransactions.id, live.id), eq(faucetTransactions.state, 'live')))
      .for('update');
    // Another process has replaced or settled it.
    if (!row || row.signed.length !== live.signed.length) return row?.signed.at(-1) ?? last;
    await tx
      .update(faucetTransactions)
      .set({ signed: [...row.signed, replacement], signedAt: deps.now() })
      .where(eq(faucetTransactions.id, live.id));
    afterCommit(deps, tx, () => {
      deps.log.warn(
        { claimId: claim.id, nonce: live.nonce, hash: replacement.hash },
        'faucet: a stuck transfer is sent again',
      );
    });
    return replacement;
  });
};
