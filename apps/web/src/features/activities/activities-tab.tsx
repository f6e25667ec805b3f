import { useState } from 'react';
import { ActivityTable } from '../../domain/activity-table.tsx';
import type { TabProps } from '../../domain/tab-props.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { useFirstShape } from '../../ui/feedback/first-screen.ts';
import { useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { LoadMore } from '../../ui/layout/load-more.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityFailure, ActivityLoading, NoActivity, NoMatch } from './activity-states.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type Filters, noFilters, toQuery } from './filters.ts';
import { type ActivityLog, useActivityLog } from './use-activity-log.ts';

const countText = ({ rows, hasMore }: ActivityLog) => {
  const number = formatNumber(rows.length);
  return `${number}${hasMore ? '+' : ''} ${rows.length === 1 && !hasMore ? 'activity' : 'activities'}`;
};

export function ActivitiesTab({ environment, header }: TabProps) {
  const [filters, setFilters] = useState(noFilters);
  // A day may end while its log is looked at.
  useMinute();
  const query = toQuery(filters, Date.now());
  const log = useActivityLog(environment, query);
  const nothingYet = log.rows.length === 0 && (log.isLoading || log.failure !== null);
  return (
    <>
      <PageHeader {...header} />
      <ActivityFilters filters={filters} onChange={setFilters} count={nothingYet ? '' : countText(log)}>
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
