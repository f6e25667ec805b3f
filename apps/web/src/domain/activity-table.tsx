import { type Activity, activityDescription, activityTitle } from '@ballast/contract/activities';
import { formatDate, formatTime } from '../lib/dates.ts';
import { Cell, LineCell, LineRow, LineTable } from '../ui/layout/table.tsx';
import { Ago } from '../ui/text/ago.tsx';
import { ActivityIcon } from './activity-icon.tsx';

const columns: [string, string?][] = [
  ['Activity', 'w-[27%]'],
  ['Details'],
  ['Time', 'w-27.5 max-md:hidden'],
  ['Date', 'w-37 lg:w-59'],
];

export function ActivityTable({ rows }: { rows: Activity[] }) {
  return (
    <LineTable label="Activity" columns={columns}>
      {rows.map((row) => (
        <ActivityRow key={row.id} activity={row} />
      ))}
    </LineTable>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { type, description, timestamp } = activity;
  const [day, year] = formatDate(timestamp).split(', ');
  return (
    <LineRow>
      <LineCell>
        <span className="flex items-center gap-2.5 font-medium text-text">
          <ActivityIcon type={type} />
          <span className="wrap-anywhere">{activityTitle(activity)}</span>
        </span>
      </LineCell>
      <LineCell className="py-3 wrap-anywhere text-text-2 max-md:col-start-1 max-md:pl-[26px]">
        {activityDescription(description)}
      </LineCell>
      <Cell role="cell" className="whitespace-nowrap text-text-2 max-md:hidden">
        {formatTime(timestamp)}
      </Cell>
      <LineCell className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
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
      </LineCell>
    </LineRow>
  );
}

const isThisYear = (year: string) => year === String(new Date().getFullYear());
