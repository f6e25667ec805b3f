// Has the faucet's wallet what a transfer takes? Operators learn by log and metric when it has not.
import type { Chain, Fees } from '@ballast/evm/chain';
import type { FaucetTransactionRow } from '../../db/faucet-tables.ts';
import type { Deps } from '../../deps.ts';

export type Treasury = 'enough' | 'wait' | 'empty';

type Need = { have: bigint; need: bigint; reserved: bigint };

const report = (deps: Deps, chain: Chain, lacks: 'tokens' | 'gas', empty: boolean) => {
  deps.metrics.faucetTreasuryEmpty.set({ lacks }, empty ? 1 : 0);
  if (empty)
    deps.log.error({ wallet: chain.wallet, lacks }, 'faucet: the treasury is empty, refill the wallet');
};

// What is reserved for transfers under way may come back if they fail: that is worth waiting for.
const judge = (
  deps: Deps,
  chain: Chain,
  lacks: 'tokens' | 'gas',
  { have, need, reserved }: Need,
): Treasury => {
  report(deps, chain, lacks, have < need);
  if (have < need) return 'empty';
  return have < need + reserved ? 'wait' : 'enough';
};

export const judgeTokens = async (deps: Deps, chain: Chain, amount: number, live: FaucetTransactionRow[]) => {
  const need = await chain.units(amount);
  const have = await chain.tokenBalance();
  return judge(deps, chain, 'tokens', { have, need, reserved: need * BigInt(live.length) });
};

const dearest = ({ gas, signed }: FaucetTransactionRow) =>
  BigInt(gas) * BigInt(signed.at(-1)?.maxFeePerGas ?? 0);

export const judgeGas = async (
  deps: Deps,
  chain: Chain,
  { gas, maxFeePerGas }: Fees & { gas: bigint },
  live: FaucetTransactionRow[],
) => {
  const have = await chain.gasBalance();
  const reserved = live.reduce((sum, transaction) => sum + dearest(transaction), 0n);
  return judge(deps, chain, 'gas', { have, need: gas * maxFeePerGas, reserved });
};
