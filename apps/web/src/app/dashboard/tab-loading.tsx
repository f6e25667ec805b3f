import { Card } from '../../ui/card.tsx';
import { useFirstShape } from '../../ui/first-screen.ts';
import { PageHeader, type PageHeaderProps } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedLoading } from '../../ui/use-delayed-loading.ts';

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
