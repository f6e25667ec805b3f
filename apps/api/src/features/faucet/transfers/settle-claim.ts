// Each function writes only while the claim is open, so that it ends once.
import { faucetEntries, type TransferStatus, transferReasons } from '@ballast/contract/faucet';
import { and, eq, isNull } from 'drizzle-orm';
import { afterCommit } from '../../../db/after-commit.ts';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { type FaucetClaimRow, faucetClaims, faucetWindows } from '../tables.ts';
import { faucetTransferQueue } from './faucet.ts';

const countTransfer = (deps: Deps, tx: Db, outcome: 'completed' | 'failed') =>
  afterCommit(deps, tx, () => {
    deps.metrics.faucetTransfers.inc({ outcome });
  });

const isOpen = (claim: FaucetClaimRow) => and(eq(faucetClaims.id, claim.id), isNull(faucetClaims.settledAt));

type Outcome = 'faucet_request_success' | 'faucet_request_failed';

// In a job, on behalf of the claimant.
const recordOutcome = (deps: Deps, tx: Db, claim: FaucetClaimRow, type: Outcome, description: string) => {
  const claimant: Visitor = { client: { address: claim.clientAddress, userAgent: '' } };
  const entry = { ownerId: claim.userId, type, description, environment: 'SANDBOX' } as const;
  return recordActivity(deps, tx, claimant, entry);
};

export const completeClaim = async (deps: Deps, tx: Db, claim: FaucetClaimRow, transaction: string) => {
  const [settled] = await tx
    .update(faucetClaims)
    .set({ status: 'COMPLETED', transaction, reason: null, settledAt: deps.now() })
    .where(isOpen(claim))
    .returning();
  if (!settled) return false;
  const words = faucetEntries.sent(claim.amount, claim.address);
  await recordOutcome(deps, tx, claim, 'faucet_request_success', words);
  countTransfer(deps, tx, 'completed');
  return true;
};

// A failed claim ends the pause.
export const failClaim = async (deps: Deps, tx: Db, claim: FaucetClaimRow, reason: string) => {
  const [settled] = await tx
    .update(faucetClaims)
    .set({ status: 'FAILED', reason, settledAt: deps.now() })
    .where(isOpen(claim))
    .returning();
  if (!settled) return;
  await tx
    .update(faucetWindows)
    .set({ nextClaimAt: deps.now() })
    .where(and(eq(faucetWindows.userId, claim.userId), eq(faucetWindows.claimId, claim.id)));
  await recordOutcome(deps, tx, claim, 'faucet_request_failed', reason);
  countTransfer(deps, tx, 'failed');
};

type Pause = {
  afterSeconds: number;
  reason: string | null;
  failedSteps?: number;
  status?: TransferStatus;
  transaction?: string;
};

export const lookAgain = (deps: Deps, claim: FaucetClaimRow, { afterSeconds, ...changes }: Pause) =>
  deps.db.transaction(async (tx) => {
    const dueAt = secondsAfter(deps.now(), afterSeconds);
    const [open] = await tx
      .update(faucetClaims)
      .set({ failedSteps: 0, ...changes, dueAt })
      .where(isOpen(claim))
      .returning();
    if (!open) return;
    await deps.jobs.enqueue(tx, faucetTransferQueue, { claimId: claim.id }, { afterSeconds });
  });

const strandedLookSeconds = 3600;

// The installation has another network or wallet. What was signed may still be mined, so the pause stays.
export const strandClaim = (deps: Deps, claim: FaucetClaimRow) => {
  deps.log.error(
    { claimId: claim.id },
    'faucet: a transfer is open on a network or wallet that is no longer set',
  );
  return lookAgain(deps, claim, { afterSeconds: strandedLookSeconds, reason: transferReasons.stranded });
};

const longestPauseSeconds = 300;

// A step that failed is tried again, later and later, for as long as it takes.
export const tryAgain = (deps: Deps, claim: FaucetClaimRow, reason: string | null) => {
  const afterSeconds = Math.min(longestPauseSeconds, 2 ** Math.min(claim.failedSteps, 10));
  return lookAgain(deps, claim, { afterSeconds, reason, failedSteps: claim.failedSteps + 1 });
};
