import { useFirstShape } from '../../ui/feedback/first-screen.ts';
import { Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader, type PageHeaderProps } from '../../ui/layout/page-header.tsx';

// A tab while its code is on the way.
export function TabLoading({ header }: { header: PageHeaderProps }) {
  const late = useDelayedLoading(true);
  const shaped = useFirstShape(true) || late;
  return (
    <>
      <PageHeader {...header} />
      {shaped && (
        <div className="flex flex-col gap-3">
          <Card className="h-25 md:h-[62px]" />
          <Card className="flex h-39 flex-col gap-3 p-5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-10" />
          </Card>
        </div>
      )}
    </>
  );
}
