import { activityFetchSize, listActivities } from '@ballast/contract/activities';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { ActivityTable } from '../../../domain/activity-table.tsx';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { historyOf } from '../keys-query.ts';
import { ListSection } from './section.tsx';

// What happened to the key, from the activity log.
export function KeyHistory({ apiKey }: { apiKey: ApiKey }) {
  const query = useQuery({
    queryKey: [...historyOf, apiKey.id],
    queryFn: () => call(listActivities, { query: { keyId: apiKey.id } }),
    refetchInterval: timings.usagePollMs,
  });
  return (
    <ListSection
      title="History"
      lede={
        query.data?.length === activityFetchSize
          ? `The last ${activityFetchSize} changes. Older ones are in Activity.`
          : 'Changes to this key.'
      }
      query={query}
      loading="Loading history..."
      failed="Failed to load the history of this key"
      empty={<p className="text-body text-text-2">No changes yet.</p>}
    >
      {(rows) => <ActivityTable rows={rows} />}
    </ListSection>
  );
}
