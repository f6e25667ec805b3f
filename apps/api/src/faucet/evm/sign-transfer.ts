// Gives a claim its nonce and signs its transfer. One nonce per claim, one claim per nonce, over any number of processes.
import { transferReasons } from '@ballast/contract/faucet';
import type { Chain } from '@ballast/evm/chain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  type FaucetClaimRow,
  type FaucetTransactionRow,
  faucetClaims,
  faucetTransactions,
  faucetWallets,
} from '../../db/faucet-tables.ts';
import type { Deps } from '../../deps.ts';
import { failClaim, lookAgain } from '../settle-claim.ts';

const rounds = 8;
const waitForOthersSeconds = 3;
// What the estimate may be short by when the transfer is mined.
const gasMargin = { times: 6n, over: 5n };

type Wallet = { chainId: number; address: string };

const isWallet = ({ chainId, address }: Wallet) =>
  and(eq(faucetWallets.chainId, chainId), eq(faucetWallets.address, address));

const readWallet = async (deps: Deps, wallet: Wallet) => {
  await deps.db.insert(faucetWallets).values(wallet).onConflictDoNothing();
  const [row] = await deps.db.select().from(faucetWallets).where(isWallet(wallet));
  const live = await deps.db
    .select()
    .from(faucetTransactions)
    .where(
      and(
        eq(faucetTransactions.chainId, wallet.chainId),
        eq(faucetTransactions.wallet, wallet.address),
        eq(faucetTransactions.state, 'live'),
      ),
    );
  return { allocations: row?.allocations ?? 0, live };
};

const dearest = ({ gas, signed }: FaucetTransactionRow) =>
  BigInt(gas) * BigInt(signed.at(-1)?.maxFeePerGas ?? 0);

export const reportTreasury = (deps: Deps, lacks: 'tokens' | 'gas', empty: boolean, wallet: string) => {
  deps.metrics.faucetTreasuryEmpty.set({ lacks }, empty ? 1 : 0);
  if (empty) deps.log.error({ wallet, lacks }, 'faucet: the treasury is empty, refill the wallet');
};

// Enough for this transfer, and for those that are under way as well?
const judge = (have: bigint, need: bigint, reserved: bigint) => {
  if (have < need) return 'empty';
  return have < need + reserved ? 'wait' : 'enough';
};

export const signTransfer = async (
  deps: Deps,
  chain: Chain,
  claim: FaucetClaimRow,
): Promise<FaucetTransactionRow | null> => {
  const to = claim.address;
  if (!to) throw new Error('a transfer on a network needs an address');
  const wallet = { chainId: await chain.chainId(), address: chain.wallet };
  const giveBack = async (lacks: 'tokens' | 'gas') => {
    reportTreasury(deps, lacks, true, wallet.address);
    await deps.db.transaction((tx) => failClaim(deps, tx, claim, transferReasons.treasuryEmpty));
    return null;
  };
  const waitForOthers = async () => {
    await lookAgain(deps, claim, { afterSeconds: waitForOthersSeconds, reason: null });
    return null;
  };

  for (let round = 0; round < rounds; round += 1) {
    // The database first, then the network: whatever left the list in between is in the network's count.
    const { allocations, live } = await readWallet(deps, wallet);
    const units = await chain.units(claim.amount);
    const tokens = judge(await chain.tokenBalance(), units, units * BigInt(live.length));
    if (tokens === 'empty') return giveBack('tokens');
    if (tokens === 'wait') return waitForOthers();
    reportTreasury(deps, 'tokens', false, wallet.address);

    const [pending, gasBalance, fees, estimate] = await Promise.all([
      chain.nextNonce(),
      chain.gasBalance(),
      chain.fees(),
      chain.estimateGas(to, claim.amount),
    ]);
    const gas = (estimate * gasMargin.times) / gasMargin.over;
    const reserved = live.reduce((sum, transaction) => sum + dearest(transaction), 0n);
    const gasJudgement = judge(gasBalance, gas * fees.maxFeePerGas, reserved);
    if (gasJudgement === 'empty') return giveBack('gas');
    if (gasJudgement === 'wait') return waitForOthers();
    reportTreasury(deps, 'gas', false, wallet.address);

    const nonce = Math.max(pending, ...live.map((transaction) => transaction.nonce + 1));
    const { hash, raw } = await chain.sign({ to, tokens: claim.amount, nonce, gas, ...fees });
    const written = await deps.db.transaction(async (tx) => {
      const [counted] = await tx
        .update(faucetWallets)
        .set({ allocations: sql`${faucetWallets.allocations} + 1` })
        .where(and(isWallet(wallet), eq(faucetWallets.allocations, allocations)))
        .returning();
      // Another process was faster: everything that was read is old.
      if (!counted) return null;
      const [open] = await tx
        .select({ id: faucetClaims.id })
        .from(faucetClaims)
        .where(and(eq(faucetClaims.id, claim.id), isNull(faucetClaims.settledAt)))
        .for('update');
      if (!open) return null;
      const [row] = await tx
        .insert(faucetTransactions)
        .values({
          claimId: claim.id,
          chainId: wallet.chainId,
          wallet: wallet.address,
          nonce,
          gas: Number(gas),
          signed: [
            {
              hash,
              raw,
              maxFeePerGas: String(fees.maxFeePerGas),
              priorityFeePerGas: String(fees.priorityFeePerGas),
            },
          ],
          signedAt: deps.now(),
        })
        .returning();
      return row ?? null;
    });
    if (written) return written;
  }
  return waitForOthers();
};
