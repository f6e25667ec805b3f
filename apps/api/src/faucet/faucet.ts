// What both drivers of the faucet have in common.
import type { faucetDrivers } from '@ballast/contract/faucet';
import type { FaucetClaimRow } from '../db/faucet-tables.ts';
import type { Deps } from '../deps.ts';
import { queue } from '../jobs/queue.ts';

export type FaucetDriver = {
  kind: (typeof faucetDrivers)[number];
  addressNeeded: boolean;
  // Takes the claim's next step: settles it, or says when to look again. May be called twice for one step.
  advance: (deps: Deps, claim: FaucetClaimRow) => Promise<void>;
};

export type TransferJob = { claimId: string };

export const faucetTransferQueue = queue<TransferJob>('faucet-transfer');
export const faucetResumeQueue = queue('faucet-resume');
