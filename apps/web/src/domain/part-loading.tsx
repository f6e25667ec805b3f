import { LoadingText, useDelayedLoading } from '../ui/feedback/loading.tsx';
import { Card } from '../ui/layout/card.tsx';

// Stands for a dialog that was opened and whose code is still on its way. The page below stays as it is.
export function PartLoading() {
  const slow = useDelayedLoading(true);
  if (!slow) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center">
      <Card className="bg-raised px-5 py-4 shadow-float">
        <LoadingText>Loading...</LoadingText>
      </Card>
    </div>
  );
}
