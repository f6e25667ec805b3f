import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

// One of the facts that a key's card and its page tell in a row.
export function Fact({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="mt-0.5 text-small text-text tabular-nums">{children}</dd>
    </div>
  );
}
