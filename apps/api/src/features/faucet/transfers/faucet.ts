// The faucet's jobs: each takes the next step of a claim.
import { queue } from '../../../jobs/queue.ts';

export type TransferJob = { claimId: string };

export const faucetTransferQueue = queue<TransferJob>('faucet-transfer');
export const faucetResumeQueue = queue('faucet-resume');
