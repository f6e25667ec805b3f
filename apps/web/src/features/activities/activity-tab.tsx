import { Activity, CircleAlert } from 'lucide-react';
import { ActivityTable } from '../../domain/activity-table.tsx';
import type { TabProps } from '../../domain/tab-props.ts';
import { useRequestsLink } from '../../domain/use-requests-link.ts';
import { useAddressFilter } from '../../lib/address-filter.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button } from '../../ui/actions/button.tsx';
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFirstShape } from '../../ui/feedback/first-screen.ts';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LoadMore } from '../../ui/layout/load-more.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextLink } from '../../ui/text/link.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ExportMenu } from './export-menu.tsx';
import { addressFilter, type Filters, noFilters, nothingFound, toQuery } from './filters.ts';
import { type ActivityLog, useActivityLog } from './use-activity-log.ts';

export function ActivityTab({ environment, header }: TabProps) {
  const [filters, setFilters] = useAddressFilter<Filters>(addressFilter);
  const requestsLink = useRequestsLink();
  // A day may end while its log is looked at.
  useMinute();
  const query = toQuery(filters, Date.now());
  const log = useActivityLog(environment, query);
  const nothingYet = log.rows.length === 0 && (log.isLoading || log.failure !== null);
  return (
    <>
      <PageHeader
        {...header}
        lede={
          <>
            {header.lede} For calls with your keys, see <TextLink {...requestsLink}>Requests</TextLink>.
          </>
        }
      />
      <ActivityFilters
        filters={filters}
        onChange={setFilters}
        count={nothingYet ? '' : formatCount(log.rows.length, 'activity', 'activities', log.hasMore)}
      >
        <ExportMenu environment={environment} query={query} disabled={log.rows.length === 0} />
      </ActivityFilters>
      <Log log={log} filters={filters} onClear={() => setFilters(noFilters)} />
    </>
  );
}

function Log({ log, filters, onClear }: { log: ActivityLog; filters: Filters; onClear: () => void }) {
  const { rows, failure, nextPage } = log;
  const nothingHere = rows.length === 0;
  const showLoading = useDelayedLoading(nothingHere && log.isLoading);

  const firstShape = useFirstShape(nothingHere && log.isLoading);
  if (showLoading || firstShape) return <ActivityLoading quiet={!showLoading} />;
  if (nothingHere && log.isLoading) return null;
  if (nothingHere && failure) return <ActivityFailure message={failure} onRetry={log.retry} />;
  if (log.isEmpty) return <NoActivity />;
  if (nothingHere) return <NoMatch filters={filters} onClear={onClear} />;
  return (
    <>
      {failure && !nextPage.failed && (
        <div className="mb-4">
          <RetryBanner message={failure} onRetry={log.retry} />
        </div>
      )}
      <ActivityTable rows={rows} />
      {nextPage.exists && <LoadMore page={nextPage} failure={failure} busyLabel="Loading activities..." />}
    </>
  );
}

const skeletonRows = Array.from({ length: 8 }, (_, row) => row);

// The first row is the placeholder of the table's head. A wait that may end at once has the shape alone.
function ActivityLoading({ quiet }: { quiet: boolean }) {
  return (
    <Card className="divide-y divide-line">
      <div className="flex h-9 items-center px-4 md:px-5">
        {!quiet && <LoadingText>Loading activities...</LoadingText>}
      </div>
      {skeletonRows.map((row) => (
        <div key={row} className="flex h-16 items-center gap-2.5 px-4 md:h-[46px] md:px-5">
          <Skeleton className="size-4" />
          <Skeleton className="h-3.5 w-28 md:w-36" />
          <Skeleton className="ml-auto h-3.5 w-24 md:w-48" />
        </div>
      ))}
    </Card>
  );
}

function ActivityFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState icon={<CircleAlert />} title={message} action={<Button onClick={onRetry}>Retry</Button>} />
    </div>
  );
}

function NoActivity() {
  return (
    <EmptyState
      icon={<Activity />}
      title="No activity yet. Start by creating an API key or updating your profile."
    />
  );
}

function NoMatch({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  return (
    <EmptyState
      icon={<Activity />}
      title="No activities match your current filters."
      text={nothingFound(filters)}
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
