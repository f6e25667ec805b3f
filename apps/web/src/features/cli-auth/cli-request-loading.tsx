import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadingText } from '../../ui/spinner.tsx';
import { useDelayedLoading } from '../../ui/use-delayed-loading.ts';

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
