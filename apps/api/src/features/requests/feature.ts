import type { Feature } from '../../http/feature.ts';
import { requestRoutes } from './routes.ts';

export const requests: Feature = { name: 'requests', routes: requestRoutes };
