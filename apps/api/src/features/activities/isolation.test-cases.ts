import { exportActivities, listActivities } from '@ballast/contract/activities';
import { on } from '../../../testing/isolation/cases.ts';

export const cases = [
  on(listActivities, () => ({ query: {} })),
  on(exportActivities, () => ({ query: { format: 'json' } })),
];
