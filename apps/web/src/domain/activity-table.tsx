// The log is a table at every width. On a phone its rows are drawn as two lines; the changed CSS display removes the
// table roles, so they are written out.
import { type Activity, activityDescription, activityTitle } from '@ballast/contract/activities';
import { formatDate, formatTime } from '../lib/dates.ts';
import { Cell, HeadCell, Row, Table } from '../ui/layout/table.tsx';
import { Ago } from '../ui/text/ago.tsx';
import { ActivityIcon } from './activity-icon.tsx';

export function ActivityTable({ rows }: { rows: Activity[] }) {
  return (
    <Table aria-label="Activity" role="table" className="table-fixed max-md:block">
      <ActivityHead />
      <tbody className="max-md:block">
        {rows.map((row) => (
          <ActivityRow key={row.id} activity={row} />
        ))}
      </tbody>
    </Table>
  );
}

function ActivityHead() {
  return (
    <thead className="max-md:sr-only">
      {/* biome-ignore lint/a11y/noRedundantRoles: hidden from sight, it loses its own */}
      <tr role="row">
        <HeadCell role="columnheader" className="w-[27%]">
          Activity
        </HeadCell>
        <HeadCell role="columnheader">Details</HeadCell>
        <HeadCell role="columnheader" className="w-27.5 max-md:hidden">
          Time
        </HeadCell>
        <HeadCell role="columnheader" className="w-37 lg:w-59">
          Date
        </HeadCell>
      </tr>
    </thead>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { type, description, timestamp } = activity;
  const [day, year] = formatDate(timestamp).split(', ');
  return (
    <Row
      role="row"
      className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-3 max-md:first:border-t-0"
    >
      <Cell role="cell" className={phoneCell}>
        <span className="flex items-center gap-2.5 font-medium text-text">
          <ActivityIcon type={type} />
          <span className="wrap-anywhere">{activityTitle(activity)}</span>
        </span>
      </Cell>
      <Cell
        role="cell"
        className={`${phoneCell} py-3 wrap-anywhere text-text-2 max-md:col-start-1 max-md:pl-[26px]`}
      >
        {activityDescription(description)}
      </Cell>
      <Cell role="cell" className="whitespace-nowrap text-text-2 max-md:hidden">
        {formatTime(timestamp)}
      </Cell>
      <Cell role="cell" className={`${phoneCell} max-md:col-start-2 max-md:row-span-2 max-md:row-start-1`}>
        <span className="flex flex-col whitespace-nowrap max-md:flex-col-reverse max-md:items-end md:leading-[18px] lg:flex-row lg:justify-between lg:gap-3">
          <span className="text-text max-md:text-text-3">
            {day}
            {year && <span className={isThisYear(year) ? 'max-md:hidden' : undefined}>, {year}</span>}
            <span className="md:hidden">, {formatTime(timestamp)}</span>
          </span>
          <span className="text-text-3">
            <Ago moment={timestamp} />
          </span>
        </span>
      </Cell>
    </Row>
  );
}

const phoneCell = 'max-md:block max-md:h-auto max-md:p-0';

const isThisYear = (year: string) => year === String(new Date().getFullYear());
