import { useEffect, useRef } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { ActivityLog } from './use-activity-log.ts';

// Pages are fetched while their place is still this far below the window.
const ahead = '400px';

type LoadMoreProps = { page: ActivityLog['nextPage']; failure: string | null };

// The next page comes when its place comes near, or by the button. After a failure only the button asks again.
export function LoadMore({ page, failure }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const { load, isLoading, failed } = page;
  const waiting = !isLoading && !failed;

  // Watches anew after each page: its place may still be in sight.
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
      <Button busy={isLoading} busyLabel="Loading activities..." onClick={() => load()}>
        Load More
      </Button>
    </div>
  );
}
