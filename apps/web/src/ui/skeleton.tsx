import { cx } from './cx.ts';

// Its size comes from the caller, because a skeleton has the geometry of what it stands for.
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('rounded-1 bg-skel forced-colors:border', className)} />;
}
