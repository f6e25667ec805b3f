import type { Feature } from '../../http/feature.ts';
import { activityRoutes } from './routes.ts';

export const activities: Feature = { name: 'activities', routes: activityRoutes };
