// Follows a signed transfer until it is settled: sends it, sends it again if it was dropped, and replaces it with higher fees if
// it is stuck.
import { transferReasons } from '@ballast/contract/faucet';
import { type Chain, inShort, isUnreachable, type Receipt } from '@ballast/evm/chain';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../../http/deps.ts';
import type { FaucetSettings } from '../../settings.ts';
import { type FaucetClaimRow, type FaucetTransactionRow, faucetTransactions } from '../../tables.ts';
import { completeClaim, failClaim, lookAgain, strandClaim } from '../settle-claim.ts';
import { replaceTransfer } from './replace-transfer.ts';

// Another node behind a load balancer may not know a transaction yet, so it counts as dropped only after so many misses in a row.
const maxMissing = 3;

const isLive = (transaction: FaucetTransactionRow) =>
  and(eq(faucetTransactions.id, transaction.id), eq(faucetTransactions.state, 'live'));

const settle = (
  deps: Deps,
  claim: FaucetClaimRow,
  transaction: FaucetTransactionRow,
  { hash, outcome }: Receipt,
) =>
  deps.db.transaction(async (tx) => {
    await tx.update(faucetTransactions).set({ state: 'mined' }).where(isLive(transaction));
    if (outcome === 'moved') await completeClaim(deps, tx, claim, hash);
    else await failClaim(deps, tx, claim, transferReasons[outcome]);
  });

const setMissing = (deps: Deps, transaction: FaucetTransactionRow, missing: number) =>
  deps.db
    .update(faucetTransactions)
    .set({ missing, state: missing >= maxMissing ? 'dead' : 'live' })
    .where(isLive(transaction));

// A foreign transaction with enough confirmations has its nonce: the transfer can never be mined, and gets a new nonce.
const countMissing = async (deps: Deps, claim: FaucetClaimRow, transaction: FaucetTransactionRow) => {
  await setMissing(deps, transaction, transaction.missing + 1);
  await lookAgain(deps, claim, { afterSeconds: 2, reason: transferReasons.notAccepted });
};

// Whether the node has the transaction, also from before.
const send = async (deps: Deps, chain: Chain, claim: FaucetClaimRow, raw: string) => {
  try {
    await chain.broadcast(raw);
    return true;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const cause = inShort(error);
    if (/already known|already imported/i.test(cause)) return true;
    deps.log.warn({ claimId: claim.id, cause }, 'faucet: the node does not accept a transfer');
    return false;
  }
};

const ageSeconds = (deps: Deps, since: Date) => (deps.now().getTime() - since.getTime()) / 1000;

// Every 2 seconds at first and every minute in the end, but not later than when it counts as stuck.
const pauseSeconds = (age: number, stuckAfterSeconds: number) => {
  const pause = Math.min(60, Math.max(2, Math.ceil(age / 4)));
  const untilStuck = Math.ceil(stuckAfterSeconds - age);
  return untilStuck > 0 ? Math.min(pause, untilStuck) : pause;
};

// The count is read before the receipts: a nonce that it counts as spent has its receipt by then.
const readFate = async (chain: Chain, confirmations: number, hashes: string[], to: string) => {
  const latest = await chain.latestBlock();
  const deep = latest - BigInt(confirmations) + 1n;
  const spent = deep < 0n ? 0 : await chain.countAt(deep);
  const receipts = await Promise.all(hashes.map((hash) => chain.receipt(hash, to)));
  const receipt = receipts.find((found) => found !== null);
  return { spent, receipt, final: receipt !== undefined && receipt.blockNumber <= deep };
};

export const watchTransfer = async (
  deps: Deps,
  chain: Chain,
  { confirmations, stuckAfterSeconds }: FaucetSettings,
  claim: FaucetClaimRow,
  live: FaucetTransactionRow,
) => {
  if (live.chainId !== (await chain.chainId()) || live.wallet !== chain.wallet)
    return strandClaim(deps, claim);
  const age = ageSeconds(deps, live.signedAt);
  let afterSeconds = pauseSeconds(age, stuckAfterSeconds);
  const hashes = live.signed.map(({ hash }) => hash);
  const to = claim.address ?? '';

  let fate = await readFate(chain, confirmations, hashes, to);
  // In no block yet: sending it again costs nothing when the node knows it, and brings it back when it was dropped.
  if (!fate.receipt && fate.spent <= live.nonce) {
    const newest =
      age < stuckAfterSeconds ? live.signed.at(-1) : await replaceTransfer(deps, chain, claim, live);
    if (!newest) throw new Error('nothing was signed');
    if (!(await send(deps, chain, claim, newest.raw))) {
      const reason = transferReasons.notAccepted;
      return lookAgain(deps, claim, { afterSeconds, reason, transaction: newest.hash });
    }
    // Watched like a new transfer.
    if (!hashes.includes(newest.hash)) {
      hashes.push(newest.hash);
      afterSeconds = pauseSeconds(0, stuckAfterSeconds);
    }
    fate = await readFate(chain, confirmations, hashes, to);
  }
  const { receipt, spent, final } = fate;
  if (receipt && final) return settle(deps, claim, live, receipt);
  if (!receipt && spent > live.nonce) return countMissing(deps, claim, live);
  if (live.missing) await setMissing(deps, live, 0);
  const transaction = receipt?.hash ?? hashes.at(-1) ?? '';
  return lookAgain(deps, claim, {
    afterSeconds,
    status: 'SENT',
    reason: transferReasons.confirming,
    transaction,
  });
};
