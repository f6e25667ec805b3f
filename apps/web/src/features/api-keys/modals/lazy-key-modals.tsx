import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { PartLoading } from '../../../domain/part-loading.tsx';

// With their forms the dialogs weigh as much as the rest of the tab, so they are loaded when somebody is about to open one.
export const loadKeyModals = () => import('./key-modals.tsx');

const KeyModals = lazyPart(loadKeyModals, 'KeyModals');

export function LazyKeyModals(props: ComponentProps<typeof KeyModals>) {
  return (
    <Suspense fallback={<PartLoading />}>
      <KeyModals {...props} />
    </Suspense>
  );
}
