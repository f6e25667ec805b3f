import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { ReviewTime } from '../../domain/review-time.tsx';
import { failureMessage } from '../../lib/failure-message.ts';
import { AccountQueries } from '../../session/account-queries.tsx';
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { RequestItem } from './request-item.tsx';
import { loadingFailed, requestsQuery } from './requests-query.ts';

export function LimitRequests() {
  return (
    <AccountQueries>
      <Requests />
    </AccountQueries>
  );
}

function Requests() {
  const { data, error, isPending, refetch } = useQuery(requestsQuery);
  const loading = useDelayedLoading(isPending);
  const requests = loading ? undefined : data;
  return (
    <section aria-labelledby="limit-requests" className="mt-9 flex flex-col gap-3">
      <div>
        <h2 id="limit-requests" className="text-section">
          Rate limit requests
        </h2>
        <p className="text-small text-pretty text-text-2">
          <ReviewTime />
        </p>
      </div>
      {error && !loading && (
        <RetryBanner message={failureMessage(error, loadingFailed)} onRetry={() => refetch()} />
      )}
      {loading && <RequestsLoading />}
      {requests?.length === 0 && (
        <EmptyState
          icon={<Gauge />}
          title="No requests yet"
          text="Ask for a higher limit with Request increase on an API key."
        />
      )}
      {requests && requests.length > 0 && (
        <Card>
          <ul aria-label="Rate limit requests" className="divide-y divide-line">
            {requests.map((request) => (
              <RequestItem key={request.id} request={request} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

function RequestsLoading() {
  return (
    <>
      <LoadingText>Loading rate limit requests...</LoadingText>
      <Card className="flex flex-col gap-3 p-5">
        <Skeleton className="h-3.5 w-45" />
        <Skeleton className="h-3 w-60" />
      </Card>
    </>
  );
}
