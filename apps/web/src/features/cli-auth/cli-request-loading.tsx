import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';

export function CliRequestLoading() {
  const shown = useDelayedLoading(true);
  return (
    <Card className={shown ? 'mt-6 flex flex-col gap-4 p-4' : 'invisible mt-6 flex flex-col gap-4 p-4'}>
      <LoadingText>Loading request...</LoadingText>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-24 w-full" />
    </Card>
  );
}
