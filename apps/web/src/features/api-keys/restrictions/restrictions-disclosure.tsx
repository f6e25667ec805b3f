import { ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { LoadingText } from '../../../ui/feedback/loading.tsx';

// Most keys are made without restrictions, so their fields are loaded when somebody opens them.
const RestrictionFields = lazyPart(() => import('./restriction-fields.tsx'), 'RestrictionFields');

export function RestrictionsDisclosure({ startsOpen }: { startsOpen: boolean }) {
  const [opened, setOpened] = useState(startsOpen);
  return (
    <details
      open={startsOpen}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="group/restrictions"
    >
      <summary className="flex h-9 list-none items-center gap-1.5 rounded-1 text-small font-medium text-text-2 transition-colors hover:text-text md:h-7 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 stroke-[1.9] transition-transform group-open/restrictions:rotate-90" />
        Restrictions (optional)
      </summary>
      {opened && (
        <div className="mt-3 flex flex-col gap-4">
          <Suspense fallback={<LoadingText>Loading restrictions...</LoadingText>}>
            <RestrictionFields />
          </Suspense>
        </div>
      )}
    </details>
  );
}
