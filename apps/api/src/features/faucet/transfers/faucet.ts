// What both drivers of the faucet have in common, and the jobs that move a claim.

import type { Deps, FaucetFacts } from '../../../http/deps.ts';
import { queue } from '../../../jobs/queue.ts';
import type { FaucetClaimRow } from '../tables.ts';

export type FaucetDriver = FaucetFacts & {
  // Takes the claim's next step: settles it, or says when to look again. May be called twice for one step.
  advance: (deps: Deps, claim: FaucetClaimRow) => Promise<void>;
};

export type TransferJob = { claimId: string };

export const faucetTransferQueue = queue<TransferJob>('faucet-transfer');
export const faucetResumeQueue = queue('faucet-resume');
