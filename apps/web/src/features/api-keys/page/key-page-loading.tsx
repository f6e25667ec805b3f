import { LoadingText, Skeleton } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';

// The name stands where the title will be, and the card where the value will be.
export function KeyPageLoading() {
  return (
    <>
      <div className="mb-6 flex h-9 items-center gap-2.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4.5 w-16" />
      </div>
      <div className="flex flex-col gap-6">
        <Card>
          <div className="px-4 py-3.5 md:px-5 md:py-4">
            <Skeleton className="h-12.5 md:h-10" />
          </div>
          <div className="h-15 border-t border-line px-4 py-3 md:px-5">
            <Skeleton className="h-9 w-33" />
          </div>
        </Card>
        <LoadingText>Loading API key...</LoadingText>
      </div>
    </>
  );
}
