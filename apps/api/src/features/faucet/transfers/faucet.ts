import type { Deps, Faucet } from '../../../http/deps.ts';
import { queue } from '../../../jobs/queue.ts';
import type { FaucetClaimRow } from '../tables.ts';

export type FaucetDriver = Omit<Faucet, 'advance'> & {
  advance(deps: Deps, claim: FaucetClaimRow): Promise<void>;
};

export type TransferJob = { claimId: string };

export const faucetTransferQueue = queue<TransferJob>('faucet-transfer');
export const faucetResumeQueue = queue('faucet-resume');
