import { type Faucet, faucetLimits, type Transfer } from '@ballast/contract/faucet';
import { and, desc, eq } from 'drizzle-orm';
import { type FaucetClaimRow, faucetClaims, faucetWindows } from '../../db/faucet-tables.ts';
import type { Deps } from '../../deps.ts';
import { sandboxBalance } from '../../faucet/ledger.ts';
import { Failure } from '../../http/failure.ts';

export const showTransfer = (claim: FaucetClaimRow, token: string): Transfer => ({
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

// Null once the pause is over.
const nextClaimOf = async (deps: Deps, userId: string) => {
  const [window] = await deps.db.select().from(faucetWindows).where(eq(faucetWindows.userId, userId));
  return window && window.nextClaimAt > deps.now() ? window.nextClaimAt.toISOString() : null;
};

export const showTransferOf = async (deps: Deps, userId: string, id: string) => {
  const [claim] = await deps.db
    .select()
    .from(faucetClaims)
    .where(and(eq(faucetClaims.id, id), eq(faucetClaims.userId, userId)));
  if (!claim) throw new Failure('not_found');
  return {
    ...showTransfer(claim, deps.config.tokenSymbol),
    nextClaimAt: await nextClaimOf(deps, userId),
  };
};

export const showFaucetOf = async (deps: Deps, userId: string): Promise<Faucet> => {
  const { tokenSymbol } = deps.config;
  const claims = await deps.db
    .select()
    .from(faucetClaims)
    .where(eq(faucetClaims.userId, userId))
    .orderBy(desc(faucetClaims.createdAt))
    .limit(faucetLimits.listed);
  const nextClaimAt = await nextClaimOf(deps, userId);
  const { kind, addressNeeded } = deps.faucet;
  return {
    available: nextClaimAt === null,
    nextClaimAt,
    amount: faucetLimits.amount,
    token: tokenSymbol,
    driver: kind,
    addressNeeded,
    balance: kind === 'LEDGER' ? await sandboxBalance(deps.db, userId) : null,
    transfers: claims.map((claim) => showTransfer(claim, tokenSymbol)),
  };
};
