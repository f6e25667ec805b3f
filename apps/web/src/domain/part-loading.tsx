import type { ComponentType } from 'react';
import { LoadingText, useDelayedLoading } from '../ui/feedback/loading.tsx';
import { Card } from '../ui/layout/card.tsx';
import { lazyPartWith } from './lazy-part.ts';

// A dialog with its form weighs more than the page that opens it, so its code is loaded when somebody is about to open it.
// biome-ignore lint/suspicious/noExplicitAny: React says so of what can be lazy
export const lazyDialog = <Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
) => lazyPartWith(load, name, <PartLoading />);

// The placeholder of a dialog whose code is still loading. The page below stays as it is.
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
