import * as contract from '@ballast/contract/activities';
import { nextCursorHeader } from '@ballast/contract/http/paging';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { exportActivities } from './export-activities.ts';
import { readActivities } from './read-activities.ts';

export const activityRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.listActivities, async ({ actor, query, setHeader }) => {
    const { activities, nextCursor } = await readActivities(deps, actor.user.id, query);
    if (nextCursor) setHeader(nextCursorHeader, nextCursor);
    return activities;
  });
  serve(contract.exportActivities, ({ actor, query }) => exportActivities(deps, actor.user.id, query));
};
