import { cx } from '../cx.ts';

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('flex-none text-text', className)}>
      <path d="M3.15 10.1A9.05 9.05 0 0 1 20.85 10.1" stroke="currentColor" strokeWidth="2.1" />
      <path d="M2 12.3H22A10 10 0 0 1 2 12.3Z" className="fill-accent" />
    </svg>
  );
}

export function Brand({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2.5 text-section text-text">
      <Mark className="size-[22px]" />
      {name}
    </span>
  );
}
