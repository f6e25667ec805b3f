// Gives a claim its nonce and signs its transfer. However many processes run, a claim has one nonce and a nonce one claim.
import { transferReasons } from '@ballast/contract/faucet';
import type { Chain, TransferTerms } from '@ballast/evm/chain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../../../http/deps.ts';
import {
  type FaucetClaimRow,
  type FaucetTransactionRow,
  faucetClaims,
  faucetTransactions,
  faucetWallets,
} from '../../tables.ts';
import { failClaim, lookAgain } from '../settle-claim.ts';
import { checkGas, checkTokens, type Treasury } from './treasury.ts';

const rounds = 8;
const waitForOthersSeconds = 3;
const gasMargin = { times: 6n, over: 5n };

type Wallet = { chainId: number; address: string };
type WalletState = { allocations: number; live: FaucetTransactionRow[] };

const isWallet = ({ chainId, address }: Wallet) =>
  and(eq(faucetWallets.chainId, chainId), eq(faucetWallets.address, address));

const readWallet = async (deps: Deps, wallet: Wallet): Promise<WalletState> => {
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

// The terms of the transfer, or why there can be none yet.
const agreeTerms = async (
  deps: Deps,
  chain: Chain,
  { address: to, amount: tokens }: FaucetClaimRow,
  live: FaucetTransactionRow[],
): Promise<TransferTerms | Exclude<Treasury, 'enough'>> => {
  if (!to) throw new Error('a transfer on a network needs an address');
  const enoughTokens = await checkTokens(deps, chain, tokens, live);
  if (enoughTokens !== 'enough') return enoughTokens;
  const [pending, fees, estimate] = await Promise.all([
    chain.nextNonce(),
    chain.fees(),
    chain.estimateGas(to, tokens),
  ]);
  const gas = (estimate * gasMargin.times) / gasMargin.over;
  const enoughGas = await checkGas(deps, chain, { ...fees, gas }, live);
  if (enoughGas !== 'enough') return enoughGas;
  const nonce = Math.max(pending, ...live.map((transaction) => transaction.nonce + 1));
  return { to, tokens, nonce, gas, ...fees };
};

// Null when another process was faster: then all that was read is stale.
const writeTransaction = async (
  deps: Deps,
  chain: Chain,
  claim: FaucetClaimRow,
  wallet: Wallet,
  seen: WalletState,
  terms: TransferTerms,
) => {
  const signed = await chain.sign(terms);
  return deps.db.transaction(async (tx) => {
    const [counted] = await tx
      .update(faucetWallets)
      .set({ allocations: sql`${faucetWallets.allocations} + 1` })
      .where(and(isWallet(wallet), eq(faucetWallets.allocations, seen.allocations)))
      .returning();
    if (!counted) return null;
    const [open] = await tx
      .select({ id: faucetClaims.id })
      .from(faucetClaims)
      .where(and(eq(faucetClaims.id, claim.id), isNull(faucetClaims.settledAt)))
      .for('update');
    if (!open) return null;
    const maxFeePerGas = String(terms.maxFeePerGas);
    const priorityFeePerGas = String(terms.priorityFeePerGas);
    const [row] = await tx
      .insert(faucetTransactions)
      .values({
        claimId: claim.id,
        chainId: wallet.chainId,
        wallet: wallet.address,
        nonce: terms.nonce,
        gas: Number(terms.gas),
        signed: [{ ...signed, maxFeePerGas, priorityFeePerGas }],
        signedAt: deps.now(),
      })
      .returning();
    return row ?? null;
  });
};

export const signTransfer = async (
  deps: Deps,
  chain: Chain,
  claim: FaucetClaimRow,
): Promise<FaucetTransactionRow | null> => {
  const wallet = { chainId: await chain.chainId(), address: chain.wallet };
  for (let round = 0; round < rounds; round += 1) {
    // The database first, then the network: what left the list in between is in the network's count by then.
    const seen = await readWallet(deps, wallet);
    const terms = await agreeTerms(deps, chain, claim, seen.live);
    if (terms === 'wait') break;
    if (terms === 'empty') {
      await deps.db.transaction((tx) => failClaim(deps, tx, claim, transferReasons.treasuryEmpty));
      return null;
    }
    const written = await writeTransaction(deps, chain, claim, wallet, seen, terms);
    if (written) return written;
  }
  await lookAgain(deps, claim, { afterSeconds: waitForOthersSeconds, reason: null });
  return null;
};
