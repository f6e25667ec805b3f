import { Skeleton, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';

// While the chart's code is loaded, which mostly takes no time that is seen.
export function LateUsageLoading() {
  return useDelayedLoading(true) ? <UsageLoading /> : <div className="h-85" />;
}

// As high as the chart with its head.
export function UsageLoading() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="my-1.5 h-4.5 w-24" />
      <Card className="px-4 py-4 md:px-5">
        <Skeleton className="h-66" />
      </Card>
    </div>
  );
}
