import { Spinner } from '../ui/feedback/loading.tsx';
import { Mark } from '../ui/layout/mark.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';

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
