import { cx } from '../../../ui/cx.ts';
import { LoadingText, Skeleton } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { factsClass } from '../key-facts.tsx';
import { summaryHeightClass } from '../usage/usage-summary.tsx';

// The first card is the placeholder of the usage of all keys. A wait that may end at once has the shape alone.
export function KeysLoading({ quiet = false }: { quiet?: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <Card className={cx(summaryHeightClass, 'flex items-center px-4 py-3 md:px-5')}>
        {!quiet && <LoadingText>Loading API keys...</LoadingText>}
      </Card>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  );
}

function CardSkeleton() {
  return (
    <Card>
      <div className="flex h-13 items-end gap-2.5 px-4 pb-2 md:h-[43px] md:px-5 md:pb-1.5">
        <Skeleton className="h-3.5 w-37" />
        <Skeleton className="h-4.5 w-16" />
      </div>
      <div className="px-4 pt-2.5 pb-3.5 md:px-5">
        <Skeleton className="h-12.5 md:h-10" />
      </div>
      <div className={cx(factsClass, 'border-t border-line px-4 py-3 md:px-5')}>
        <FactSkeleton className="col-span-2 md:col-span-1" value="w-33" />
        <FactSkeleton value="w-21" />
        <FactSkeleton value="w-23" />
        <FactSkeleton className="col-span-2 max-md:mt-3 md:col-span-1" value="w-10" />
      </div>
    </Card>
  );
}

function FactSkeleton({ value, className }: { value: string; className?: string }) {
  return (
    <div className={cx('flex h-9 flex-col justify-between py-[3px]', className)}>
      <Skeleton className="h-2.5 w-14" />
      <Skeleton className={cx('h-3', value)} />
    </div>
  );
}
