import { exportActivities, listActivities, nextCursorHeader } from '@ballast/contract/activities';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { exportActivitiesOf } from './export-activities.ts';
import { readActivities } from './read-activities.ts';

export const activityRoutes = (serve: Serve, deps: Deps) => {
  serve(listActivities, async ({ session, query, setHeader }) => {
    const { limit, cursor, ...filters } = query;
    const { activities, nextCursor } = await readActivities(deps, session.user.id, filters, limit, cursor);
    if (nextCursor) setHeader(nextCursorHeader, nextCursor);
    return activities;
  });
  serve(exportActivities, ({ session, query }) => {
    const { format, ...filters } = query;
    return exportActivitiesOf(deps, session.user.id, filters, format);
  });
};
