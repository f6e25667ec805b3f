// The activity log is read page by page, the newest entry first.
import {
  type Activity,
  type ActivityCategory,
  activityFetchSize,
  listActivities,
} from '@ballast/contract/activities';
import { nextCursorHeader } from '@ballast/contract/paging';
import { toEnvironment } from '../../environments.ts';
import type { PortalCall } from '../../portal-call.ts';

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
  const activities: Activity[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(most - activities.length, activityFetchSize);
    const { reply, headers } = await call.withHeaders(listActivities, {
      query: { ...filters, limit, cursor },
    });
    activities.push(...reply);
    cursor = headers.get(nextCursorHeader) ?? undefined;
  } while (cursor && activities.length < most);
  return activities;
};
