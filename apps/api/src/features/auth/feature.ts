import { type Feature, job } from '../../http/feature.ts';
import { mailVerification, mailVerificationQueue } from './email-address/verification-mail.ts';
import { mailRecovery, mailRecoveryQueue } from './mail-recovery.ts';
import { authMails } from './mails.ts';
import { authRoutes } from './routes.ts';

export const auth: Feature = {
  name: 'auth',
  routes: authRoutes,
  jobs: [job(mailRecoveryQueue, mailRecovery), job(mailVerificationQueue, mailVerification)],
  mails: Object.values(authMails),
};
