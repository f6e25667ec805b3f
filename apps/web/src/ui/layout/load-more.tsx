import { useEffect, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { Banner } from '../feedback/banner.tsx';

const ahead = '400px';

type NextPage = { load: () => unknown; isLoading: boolean; failed: boolean };

type LoadMoreProps = { page: NextPage; failure: string | null; busyLabel: string; retryLabel?: string };

// Fetches the next page when the end of the list comes near, or by the button. After a failure only the button retries.
export function LoadMore({ page, failure, busyLabel, retryLabel = 'Load More' }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const { load, isLoading, failed } = page;
  const waiting = !isLoading && !failed;

  // Each page needs a new observer: the end of the list may still be in view, and would not be reported again.
  useEffect(() => {
    if (!waiting || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) load();
      },
      { rootMargin: ahead },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [waiting, load]);

  return (
    <div ref={place} className="mt-4 flex flex-col items-center gap-3">
      {failed && failure && <Banner variant="bad">{failure}</Banner>}
      <Button busy={isLoading} busyLabel={busyLabel} onClick={() => load()}>
        {failed ? retryLabel : 'Load More'}
      </Button>
    </div>
  );
}
