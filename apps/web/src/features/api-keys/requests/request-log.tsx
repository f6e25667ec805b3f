// The requests of an environment or of a key: filters, the list that grows as they come, groups, and the request that is open.
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { CircleAlert, SearchX } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LoadMore } from '../../../ui/layout/load-more.tsx';
import { mostRows } from './feed.ts';
import { LiveBar } from './live-bar.tsx';
import { type RequestAddress, useRequestAddress } from './request-address.ts';
import { isFiltered, toQuery } from './request-filters.ts';
import { RequestFiltersBar } from './request-filters-bar.tsx';
import { RequestGroups } from './request-groups.tsx';
import { RequestPanel } from './request-panel.tsx';
import { RequestTable } from './request-table.tsx';
import { type RequestFeed, useRequestFeed } from './use-request-feed.ts';

type RequestLogProps = {
  environment: Environment;
  // Its page shows its requests alone.
  apiKey?: ApiKey;
  showEnvironment?: (environment: Environment) => void;
  // Without any request.
  empty: ReactNode;
};

export function RequestLog({ environment, apiKey, showEnvironment, empty }: RequestLogProps) {
  const ownKey = apiKey?.id ?? null;
  const address = useRequestAddress(ownKey);
  const { filters, view } = address;
  const [isPaused, setPaused] = useState(false);
  const question = JSON.stringify(filters);
  // A time such as the last hour begins when it is chosen.
  const query = useMemo(
    () => toQuery({ ...JSON.parse(question), ...(ownKey && { key: ownKey }) }, environment, Date.now()),
    [question, environment, ownKey],
  );
  // What is over brings nothing new.
  const isPast = query.to !== undefined && query.to <= new Date().toISOString();
  const feed = useRequestFeed(query, !isPaused && !isPast);
  const withKey = ownKey === null;
  return (
    <>
      <RequestFiltersBar address={address} environment={environment} ownKey={ownKey}>
        {!isPast && (
          <LiveBar feed={feed} isPaused={isPaused} onPause={setPaused} canClear={view === 'list'} />
        )}
      </RequestFiltersBar>
      {view === 'groups' ? (
        <RequestGroups query={query} address={address} isLive={!isPaused && !isPast} withKey={withKey} />
      ) : (
        <List feed={feed} address={address} withKey={withKey} empty={empty} />
      )}
      <RequestPanel address={address} rows={feed.rows} withKey={withKey} showEnvironment={showEnvironment} />
    </>
  );
}

type ListProps = { feed: RequestFeed; address: RequestAddress; withKey: boolean; empty: ReactNode };

function List({ feed, address, withKey, empty }: ListProps) {
  const { rows, isPending, failure, nextPage } = feed;
  const showsLoading = useDelayedLoading(isPending);
  if (showsLoading) return <RequestsLoading />;
  if (isPending) return null;
  if (!rows.length && failure) return <Failure message={failure} onRetry={feed.retry} />;
  if (!rows.length) return <NoRows feed={feed} address={address} empty={empty} />;
  return (
    <div className="flex flex-col gap-3">
      {failure && !nextPage.failed && (
        <Banner variant="bad" action={{ label: 'Retry', onClick: feed.retry }}>
          {failure}
        </Banner>
      )}
      {feed.skips && (
        <Banner variant="neutral">
          Requests come faster than this list can show them. Add a filter, or look at the groups.
        </Banner>
      )}
      <RequestTable
        label="Requests"
        rows={rows}
        withKey={withKey}
        linkBase={address.linkBase}
        opened={address.opened}
        onOpen={address.open}
        came={feed.came}
      />
      <ListEnd feed={feed} address={address} />
    </div>
  );
}

// A long list goes on in another one, which ends where this one does.
function ListEnd({ feed, address }: Pick<ListProps, 'feed' | 'address'>) {
  const { rows, isFull, isCleared, nextPage, failure } = feed;
  const last = rows.at(-1);
  if (isCleared)
    return (
      <div className="flex justify-center">
        <Button onClick={feed.showCleared}>Show Earlier Requests</Button>
      </div>
    );
  if (isFull && last)
    return (
      <div className="flex flex-wrap items-center justify-center gap-3 text-small text-text-2">
        <p>
          {rows.length >= mostRows ? `The newest ${mostRows} requests.` : `Since ${formatDateTime(last.at)}.`}
        </p>
        <Button onClick={() => address.filterBy({ time: '', from: '', to: last.at })}>
          Show Older Requests
        </Button>
      </div>
    );
  if (!nextPage.exists) return null;
  return <LoadMore page={nextPage} failure={failure} busyLabel="Loading requests..." />;
}

function NoRows({ feed, address, empty }: Pick<ListProps, 'feed' | 'address' | 'empty'>) {
  if (feed.isCleared)
    return (
      <EmptyState
        icon={<SearchX />}
        title="List cleared"
        text="New requests show up here."
        action={<Button onClick={feed.showCleared}>Show Earlier Requests</Button>}
      />
    );
  if (!isFiltered(address.filters)) return empty;
  const { id } = address.filters;
  return (
    <EmptyState
      icon={<SearchX />}
      title={id ? 'No request has this ID' : 'No requests match your filters'}
      text={
        id
          ? 'Enter the whole ID, as the X-Request-Id header has it. Older requests are no longer kept.'
          : 'New ones that match show up here.'
      }
      action={<Button onClick={address.clearFilters}>Clear Filters</Button>}
    />
  );
}

function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState icon={<CircleAlert />} title={message} action={<Button onClick={onRetry}>Retry</Button>} />
    </div>
  );
}

const skeletonRows = Array.from({ length: 8 }, (_, row) => row);

// The shape of the table.
function RequestsLoading() {
  return (
    <Card className="divide-y divide-line">
      <div className="flex h-9 items-center px-4 md:px-5">
        <LoadingText>Loading requests...</LoadingText>
      </div>
      {skeletonRows.map((row) => (
        <div key={row} className="flex h-16 items-center gap-4 px-4 md:h-[46px] md:px-5">
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-40 max-md:hidden" />
          <Skeleton className="ml-auto h-3.5 w-28" />
        </div>
      ))}
    </Card>
  );
}
