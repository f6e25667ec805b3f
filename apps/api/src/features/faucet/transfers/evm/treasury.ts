// Whether the faucet's wallet holds what a transfer takes.
import type { Chain, Fees } from '@ballast/evm/chain';
import type { Deps } from '../../../../http/deps.ts';
import type { FaucetTransactionRow } from '../../tables.ts';

export type Treasury = 'enough' | 'wait' | 'empty';

type Balance = { have: bigint; need: bigint; reserved: bigint };

const report = (deps: Deps, chain: Chain, lacks: 'tokens' | 'gas', empty: boolean) => {
  deps.metrics.faucetTreasuryEmpty.set({ lacks }, empty ? 1 : 0);
  if (empty)
    deps.log.error({ wallet: chain.wallet, lacks }, 'faucet: the treasury is empty, refill the wallet');
};

// Reserved amounts come back if pending transfers fail, so a shortage that they cause is worth waiting for.
const checkBalance = (
  deps: Deps,
  chain: Chain,
  lacks: 'tokens' | 'gas',
  { have, need, reserved }: Balance,
): Treasury => {
  report(deps, chain, lacks, have < need);
  if (have < need) return 'empty';
  return have < need + reserved ? 'wait' : 'enough';
};

export const checkTokens = async (deps: Deps, chain: Chain, amount: number, live: FaucetTransactionRow[]) => {
  const need = await chain.units(amount);
  const have = await chain.tokenBalance();
  return checkBalance(deps, chain, 'tokens', { have, need, reserved: need * BigInt(live.length) });
};

const highestCost = ({ gas, signed }: FaucetTransactionRow) =>
  BigInt(gas) * BigInt(signed.at(-1)?.maxFeePerGas ?? 0);

export const checkGas = async (
  deps: Deps,
  chain: Chain,
  { gas, maxFeePerGas }: Fees & { gas: bigint },
  live: FaucetTransactionRow[],
) => {
  const have = await chain.gasBalance();
  const reserved = live.reduce((sum, transaction) => sum + highestCost(transaction), 0n);
  return checkBalance(deps, chain, 'gas', { have, need: gas * maxFeePerGas, reserved });
};
