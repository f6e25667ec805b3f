import { transferReasons } from '@ballast/contract/faucet';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { secondsAfter, secondsBefore } from '../../../runtime/times.ts';
import { type FaucetClaimRow, faucetClaims, faucetTransactions } from '../tables.ts';
import { faucetTransferQueue, type TransferJob } from './faucet.ts';
import { failClaim, strandClaim, tryAgain } from './settle-claim.ts';

// No step should take longer. If one does, it runs twice at once, which is harmless.
const stepSeconds = 10;
// The clocks of database and process may differ by so much.
const toleranceSeconds = 1;

const takeClaim = async (deps: Deps, claimId: string) => {
  const now = deps.now();
  const [claim] = await deps.db
    .update(faucetClaims)
    .set({ dueAt: secondsAfter(now, stepSeconds) })
    .where(
      and(
        eq(faucetClaims.id, claimId),
        isNull(faucetClaims.settledAt),
        lte(faucetClaims.dueAt, secondsAfter(now, toleranceSeconds)),
      ),
    )
    .returning();
  return claim;
};

// The installation has another driver since the claim.
const settleStranded = async (deps: Deps, claim: FaucetClaimRow) => {
  const [signed] = await deps.db
    .select({ id: faucetTransactions.id })
    .from(faucetTransactions)
    .where(and(eq(faucetTransactions.claimId, claim.id), eq(faucetTransactions.state, 'live')));
  if (signed) return strandClaim(deps, claim);
  await deps.db.transaction((tx) => failClaim(deps, tx, claim, transferReasons.moved));
};

export const moveClaim = async (deps: Deps, { claimId }: TransferJob) => {
  const { faucet } = deps;
  const claim = await takeClaim(deps, claimId);
  if (!claim) return;
  if (claim.driver !== faucet.kind) return settleStranded(deps, claim);
  try {
    await faucet.advance(deps, claim);
  } catch (error) {
    deps.log.error({ claimId, err: error }, 'faucet: a step failed');
    await tryAgain(deps, claim, null);
  }
};

// A claim that is long overdue has lost its job with a process.
const resumeClaims = async (deps: Deps, dueUntil: Date) => {
  const lost = await deps.db
    .select({ claimId: faucetClaims.id, dueAt: faucetClaims.dueAt })
    .from(faucetClaims)
    .where(and(isNull(faucetClaims.settledAt), lte(faucetClaims.dueAt, dueUntil)))
    .orderBy(sql`${faucetClaims.dueAt}`)
    .limit(1000);
  for (const { claimId, dueAt } of lost) {
    const afterSeconds = Math.max(0, Math.ceil((dueAt.getTime() - deps.now().getTime()) / 1000));
    await deps.jobs.enqueue(deps.db, faucetTransferQueue, { claimId }, { afterSeconds });
  }
};

const overdueSeconds = 60;

export const resumeOverdue = (deps: Deps) => resumeClaims(deps, secondsBefore(deps.now(), overdueSeconds));

// At the start of a process, without waiting until claims are overdue.
export const resumeLost = (deps: Deps) => resumeClaims(deps, secondsAfter(deps.now(), overdueSeconds));
