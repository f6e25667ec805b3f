import type { ComponentType } from 'react';
import { LoadingText, Spinner, useDelayedLoading } from '../ui/feedback/loading.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Mark } from '../ui/layout/mark.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { lazyPartWith } from './lazy-part.ts';

// Fills the page until it is known what to show.
export function PageLoading({ text }: { text: string }) {
  return (
    <PageFrame>
      <h1 className="sr-only">Developer Portal</h1>
      <Mark className="mb-4 -ml-0.5 size-7" />
      <p role="status" className="flex items-center gap-2.5 text-body text-text-2">
        <Spinner className="text-text-3" />
        {text}
      </p>
    </PageFrame>
  );
}

// The placeholder of a dialog whose code is still on its way.
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

// A dialog with its form weighs more than the page that opens it, so its code is loaded when somebody is about to open it.
// biome-ignore lint/suspicious/noExplicitAny: React says so of what can be lazy
export const lazyDialog = <Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
) => lazyPartWith(load, name, <PartLoading />);
