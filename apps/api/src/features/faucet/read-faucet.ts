import { type Faucet, faucetLimits, type Transfer } from '@ballast/contract/faucet';
import { and, desc, eq } from 'drizzle-orm';
import { Failure } from '../../http/failure.ts';
import type { Deps } from '../../runtime/deps.ts';
import { type FaucetClaimRow, faucetClaims, faucetWindows } from './tables.ts';
import { sandboxBalance } from './transfers/ledger.ts';

export const toTransfer = (claim: FaucetClaimRow, token: string): Transfer => ({
  id: claim.id,
  amount: claim.amount,
  token,
  address: claim.address,
  status: claim.status,
  transaction: claim.transaction,
  reason: claim.reason,
  createdAt: claim.createdAt.toISOString(),
  settledAt: claim.settledAt?.toISOString() ?? null,
});

// The next claim's time is null once the pause is over.
const readNextClaimAt = async (deps: Deps, ownerId: string) => {
  const [window] = await deps.db.select().from(faucetWindows).where(eq(faucetWindows.userId, ownerId));
  return window && window.nextClaimAt > deps.now() ? window.nextClaimAt.toISOString() : null;
};

export const getTransfer = async (deps: Deps, ownerId: string, id: string) => {
  const [claim] = await deps.db
    .select()
    .from(faucetClaims)
    .where(and(eq(faucetClaims.id, id), eq(faucetClaims.userId, ownerId)));
  if (!claim) throw new Failure('not_found');
  return {
    ...toTransfer(claim, deps.config.tokenSymbol),
    nextClaimAt: await readNextClaimAt(deps, ownerId),
  };
};

export const getFaucet = async (deps: Deps, ownerId: string): Promise<Faucet> => {
  const { tokenSymbol } = deps.config;
  const claims = await deps.db
    .select()
    .from(faucetClaims)
    .where(eq(faucetClaims.userId, ownerId))
    .orderBy(desc(faucetClaims.createdAt))
    .limit(faucetLimits.listed);
  const nextClaimAt = await readNextClaimAt(deps, ownerId);
  const { kind, addressNeeded } = deps.faucet;
  return {
    available: nextClaimAt === null,
    nextClaimAt,
    amount: faucetLimits.amount,
    token: tokenSymbol,
    driver: kind,
    addressNeeded,
    balance: kind === 'LEDGER' ? await sandboxBalance(deps.db, ownerId) : null,
    transfers: claims.map((claim) => toTransfer(claim, tokenSymbol)),
  };
};
