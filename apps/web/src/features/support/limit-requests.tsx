import type { RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { listRequests } from '@ballast/contract/keys/rate-limit-requests';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight, Gauge } from 'lucide-react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { RequestBadge } from '../../domain/request-badge.tsx';
import { ReviewTime } from '../../domain/review-time.tsx';
import { formatDate } from '../../lib/dates.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { timings } from '../../lib/timings.ts';
import { AccountQueries } from '../../session/account-queries.tsx';
import { call } from '../../session/api.ts';
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';

const loadingFailed = 'Failed to load rate limit requests';

const requestsQuery = queryOptions({
  queryKey: ['rate-limit-requests'],
  queryFn: () => call(listRequests),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'PENDING') ? timings.reviewPollMs : false,
});

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
          text="Select Request increase on an API key to ask for a higher limit."
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

function RequestItem({ request }: { request: RateLimitRequest }) {
  const { keyName, environment, status, currentLimit, requestedLimit, approvedLimit } = request;
  const { note, createdAt, decidedAt } = request;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-4 md:px-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 text-body font-medium text-text wrap-anywhere">{keyName}</h3>
          <EnvironmentBadge environment={environment} />
        </div>
        <RequestBadge status={status} />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-text-2 tabular-nums">
        <span className="inline-flex items-center gap-1.5 text-text">
          {currentLimit}
          <ArrowRight className="size-3.5 text-text-3" />
          <span className="sr-only">to</span>
          {approvedLimit ?? requestedLimit} req/sec
        </span>
        <span>
          Requested{' '}
          {approvedLimit === null || approvedLimit === requestedLimit ? '' : `${requestedLimit} on `}
          {formatDate(createdAt)}
        </span>
        {decidedAt && <span>Decided {formatDate(decidedAt)}</span>}
      </p>
      {note && (
        <p className="text-small text-pretty whitespace-pre-line text-text-2 wrap-anywhere">
          <span className="text-text-3">Note from the reviewer: </span>
          {note}
        </p>
      )}
    </li>
  );
}
