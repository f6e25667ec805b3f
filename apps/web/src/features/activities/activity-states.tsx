import { Activity, CircleAlert } from 'lucide-react';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Filters, nothingFound } from './filters.ts';

const skeletonRows = Array.from({ length: 8 }, (_, row) => row);

// The first row is the placeholder of the table's head. A wait that may end at once has the shape alone.
export function ActivityLoading({ quiet }: { quiet: boolean }) {
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

export function ActivityFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState icon={<CircleAlert />} title={message} action={<Button onClick={onRetry}>Retry</Button>} />
    </div>
  );
}

export function NoActivity() {
  return (
    <EmptyState
      icon={<Activity />}
      title="No activity yet. Start by creating an API key or updating your profile."
    />
  );
}

export function NoMatch({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  return (
    <EmptyState
      icon={<Activity />}
      title="No activities match your current filters."
      text={nothingFound(filters)}
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
