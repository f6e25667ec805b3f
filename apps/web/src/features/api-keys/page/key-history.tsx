import { activityFetchSize, listActivities } from '@ballast/contract/activities';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { ActivityTable } from '../../../domain/activity-table.tsx';
import { failureMessage } from '../../../lib/failure-message.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { LoadingText, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { historyOf } from '../keys-query.ts';
import { Section } from './section.tsx';

// What happened to the key, from the activity log.
export function KeyHistory({ apiKey }: { apiKey: ApiKey }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...historyOf, apiKey.id],
    queryFn: () => call(listActivities, { query: { keyId: apiKey.id } }),
    refetchInterval: timings.usagePollMs,
  });
  const loading = useDelayedLoading(isPending);
  return (
    <Section
      title="History"
      lede={
        data?.length === activityFetchSize
          ? `The last ${activityFetchSize} changes. Older ones are in Activity.`
          : 'What was changed, and when.'
      }
    >
      {loading && <LoadingText>Loading history...</LoadingText>}
      {error && !data && (
        <RetryBanner
          message={failureMessage(error, 'Failed to load the history of this key')}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.length > 0 && <ActivityTable rows={data} />}
      {data?.length === 0 && (
        <p className="text-body text-text-2">Nothing was recorded for this key so far.</p>
      )}
    </Section>
  );
}
