import type { ComponentProps, ReactNode } from 'react';
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

type LineTableProps = { label: string; columns: [name: string, className?: string][]; children: ReactNode };

// On a phone the head is hidden and each row is drawn as lines. The changed CSS display removes the roles of a table, so
// they are written out.
export function LineTable({ label, columns, children }: LineTableProps) {
  return (
    <Table aria-label={label} role="table" className="table-fixed max-md:block">
      <thead className="max-md:sr-only">
        {/* biome-ignore lint/a11y/noRedundantRoles: hidden from sight, it loses its own */}
        <tr role="row">
          {columns.map(([name, className]) => (
            <HeadCell key={name} role="columnheader" className={className}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </Table>
  );
}

export function LineRow({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Row
      role="row"
      className={cx(
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-3 max-md:first:border-t-0',
        className,
      )}
    >
      {children}
    </Row>
  );
}

export function LineCell({ className, ...native }: ComponentProps<'td'>) {
  return <Cell role="cell" {...native} className={cx('max-md:block max-md:h-auto max-md:p-0', className)} />;
}
