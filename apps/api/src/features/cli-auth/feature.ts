import { type Feature, patientJob } from '../../http/feature.ts';
import { tellTokenExpiries, tokenExpiryNoticesQueue } from './expiry-notices.ts';
import { cliMails } from './mails.ts';
import { cliAuthRoutes } from './routes.ts';

export const cliAuth: Feature = {
  name: 'cli-auth',
  routes: cliAuthRoutes,
  jobs: [patientJob(tokenExpiryNoticesQueue, tellTokenExpiries, '*/5 * * * *')],
  mails: Object.values(cliMails),
};
