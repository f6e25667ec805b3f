import type { Faucet, Transfer } from '@ballast/contract/faucet';
import { faucetLimits } from '@ballast/contract/faucet-limits';
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import type { Owner } from '../../identity/actor.ts';
import type { ActiveKey } from '../../key-check/lookup/key-cache.ts';
import { Failure } from '../../runtime/failure.ts';
import { readPauseEnd } from './pause.ts';
import { type FaucetClaimRow, faucetClaims } from './tables.ts';
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

const readNextClaimAt = async (deps: Deps, owner: Owner) =>
  (await readPauseEnd(deps.db, owner, deps.now()))?.toISOString() ?? null;

export const getTransfer = async (deps: Deps, owner: Owner, id: string) => {
  const [claim] = await deps.db
    .select()
    .from(faucetClaims)
    .where(and(eq(faucetClaims.id, id), eq(faucetClaims.userId, owner.id)));
  if (!claim) throw new Failure('not_found');
  return {
    ...toTransfer(claim, deps.config.tokenSymbol),
    nextClaimAt: await readNextClaimAt(deps, owner),
  };
};

export const getFaucet = async (deps: Deps, owner: Owner): Promise<Faucet> => {
  const { tokenSymbol } = deps.config;
  const claims = await deps.db
    .select()
    .from(faucetClaims)
    .where(eq(faucetClaims.userId, owner.id))
    .orderBy(desc(faucetClaims.createdAt))
    .limit(faucetLimits.listed);
  const nextClaimAt = await readNextClaimAt(deps, owner);
  const { kind, addressNeeded } = deps.faucet;
  return {
    available: nextClaimAt === null,
    nextClaimAt,
    amount: faucetLimits.amount,
    token: tokenSymbol,
    driver: kind,
    addressNeeded,
    balance: kind === 'LEDGER' ? await sandboxBalance(deps.db, owner.id) : null,
    transfers: claims.map((claim) => toTransfer(claim, tokenSymbol)),
  };
};

export const readBalance = async (deps: Deps, key: ActiveKey) => {
  if (key.environment !== 'SANDBOX')
    throw new Failure('only_for_sandbox', { message: keyCheckMessages.sandboxOnly });
  const balance = deps.faucet.kind === 'LEDGER' ? await sandboxBalance(deps.db, key.userId) : null;
  return { balance, token: deps.config.tokenSymbol };
};
