import { type Feature, job } from '../../http/feature.ts';
import { faucetRoutes } from './routes.ts';
import { faucetResumeQueue, faucetTransferQueue } from './transfers/faucet.ts';
import { moveClaim, resumeOverdue } from './transfers/move-claim.ts';

export const faucet: Feature = {
  name: 'faucet',
  routes: faucetRoutes,
  jobs: [job(faucetTransferQueue, moveClaim), job(faucetResumeQueue, resumeOverdue, '* * * * *')],
};
