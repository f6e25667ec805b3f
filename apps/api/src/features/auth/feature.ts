import { type Feature, job } from '../../http/feature.ts';
import { mailRecovery, mailRecoveryQueue } from './mail-recovery.ts';
import { authRoutes } from './routes.ts';
import { mailVerification, mailVerificationQueue } from './verification-mail.ts';

export const auth: Feature = {
  name: 'auth',
  routes: authRoutes,
  jobs: [job(mailRecoveryQueue, mailRecovery), job(mailVerificationQueue, mailVerification)],
};
