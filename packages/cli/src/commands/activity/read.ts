// The activity log is read page by page, the newest entry first.
import {
  type Activity,
  type ActivityCategory,
  activityFetchSize,
  listActivities,
} from '@ballast/contract/activities';
import { toEnvironment } from '../../environments.ts';
import { pageCursors } from '../../network/paging.ts';
import type { PortalCall } from '../../network/portal-call.ts';

export type ActivityFilters = { category?: ActivityCategory; environment?: string; since?: Date };

export const collectActivities = async (
  call: PortalCall,
  { category, environment, since }: ActivityFilters,
  most: number,
) => {
  const filters = {
    ...(category ? { category } : {}),
    ...(environment ? { environment: toEnvironment(environment) } : {}),
    ...(since ? { after: since.toISOString() } : {}),
  };
  const nextCursor = pageCursors();
  const activities: Activity[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(most - activities.length, activityFetchSize);
    const { reply, headers } = await call.withHeaders(listActivities, {
      query: { ...filters, limit, cursor },
    });
    for (const entry of reply.slice(0, limit)) activities.push(entry);
    cursor = activities.length < most ? nextCursor(headers) : undefined;
  } while (cursor);
  return activities;
};
