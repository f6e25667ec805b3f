import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { timings } from '../../lib/timings.ts';
import { cx } from '../cx.ts';

export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden="true"
      className={cx('size-4 flex-none motion-safe:animate-spin motion-reduce:animate-fade', className)}
    >
      <path
        d="M8 2a6 6 0 1 1-5.6 3.85"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2.5 text-small text-text-2">
      <Spinner className="text-text-3" />
      {children}
    </p>
  );
}

// The caller gives it the size of the content that it replaces.
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('rounded-1 bg-skel forced-colors:border', className)} />;
}

// Fast answers show no loading state at all, and a shown one stays long enough not to flicker.
export function useDelayedLoading(loading: boolean) {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (loading === shown) return;
    const wait = loading ? timings.loadingAppearsMs : shownAt.current + timings.loadingStaysMs - Date.now();
    const timer = setTimeout(() => {
      shownAt.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, shown]);

  return shown;
}
