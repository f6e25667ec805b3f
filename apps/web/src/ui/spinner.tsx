import type { ReactNode } from 'react';
import { cx } from './cx.ts';

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
