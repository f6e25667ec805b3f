import type { Feature } from '../../http/feature.ts';
import { profileRoutes } from './routes.ts';

export const profile: Feature = { name: 'profile', routes: profileRoutes };
