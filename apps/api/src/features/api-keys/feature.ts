import { type Feature, patientJob } from '../../http/feature.ts';
import { keyLeaked } from './leaks/mails.ts';
import { leakRoutes } from './leaks/routes.ts';
import { keyMails } from './mails.ts';
import { expiryNoticesQueue, tellExpiries } from './notices/expiry-notices.ts';
import { noticeMails } from './notices/mails.ts';
import { tellUnused, unusedNoticesQueue } from './notices/unused-notices.ts';
import { apiKeyRoutes } from './routes.ts';

export const apiKeys: Feature = {
  name: 'api-keys',
  routes: (serve, deps) => {
    apiKeyRoutes(serve, deps);
    leakRoutes(serve, deps);
  },
  jobs: [
    patientJob(expiryNoticesQueue, tellExpiries, '*/5 * * * *'),
    // Once a week, so that one mail names all keys that became unused since the last one.
    patientJob(unusedNoticesQueue, tellUnused, '23 5 * * 1'),
  ],
  mails: [...Object.values(keyMails), ...Object.values(noticeMails), keyLeaked],
};
