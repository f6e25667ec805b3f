// A card's list while it is loading, and when it cannot be loaded.
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';

export function ListLoading({ text, rows }: { text: string; rows: number }) {
  const shown = useDelayedLoading(true);
  return (
    <div className="flex flex-col gap-4 border-t border-line px-4 py-4 md:px-6">
      <div className={shown ? undefined : 'invisible'}>
        <LoadingText>{text}</LoadingText>
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={shown ? 'flex items-center gap-3.5' : 'invisible flex gap-3.5'}>
          <Skeleton className="size-9" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-48" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function ListFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="border-t border-line px-4 py-4 md:px-6">
      <RetryBanner message={message} onRetry={onRetry} />
    </div>
  );
}
