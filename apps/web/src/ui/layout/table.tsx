import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Card } from './card.tsx';

type TableProps = ComponentProps<'table'> & { 'aria-label': string };

export function Table({ className, children, ...native }: TableProps) {
  return (
    <Card className="overflow-hidden">
      <table {...native} className={cx('w-full border-collapse text-left text-small', className)}>
        {children}
      </table>
    </Card>
  );
}

export function HeadCell({ className, ...native }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...native}
      className={cx('h-9 bg-table-head px-5 text-caption font-normal text-text-3', className)}
    />
  );
}

export function Row({ className, ...native }: ComponentProps<'tr'>) {
  return (
    <tr {...native} className={cx('border-t border-line transition-colors hover:bg-hover', className)} />
  );
}

export function Cell({ className, ...native }: ComponentProps<'td'>) {
  return <td {...native} className={cx('h-[46px] px-5 leading-5 tabular-nums', className)} />;
}
