import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export function Card({ className, ...native }: ComponentProps<'div'>) {
  return <div {...native} className={cx('rounded-3 border border-line bg-surface shadow-card', className)} />;
}
