import type { Feature } from '../../http/feature.ts';
import { factorMails } from './mails.ts';
import { secondFactorRoutes } from './routes.ts';

export const secondFactors: Feature = {
  name: 'second-factors',
  routes: secondFactorRoutes,
  mails: Object.values(factorMails),
};
