import { outcomeNames, type RequestRow } from '@ballast/contract/requests/requests';
import { type KeyboardEvent, memo } from 'react';
import { formatSecond } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/cx.ts';
import { Cell, LineCell, LineRow, LineTable } from '../../../ui/layout/table.tsx';
import { onPlainClick } from '../../../ui/text/link.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { dayOf, requestLine, titleOf } from './request-words.ts';

const headPadding = 'pl-2 pr-2 first:pl-5 last:pr-5';
const cellPadding = 'md:pl-2 md:pr-2 md:first:pl-5 md:last:pr-5';

const columns = (withKey: boolean): [string, string][] => [
  ['Time', `${headPadding} w-28`],
  ['Outcome', `${headPadding} w-44`],
  ['Request', headPadding],
  ...(withKey ? [['Key', `${headPadding} w-34`] satisfies [string, string]] : []),
  ['From', `${headPadding} w-40`],
  ['Request ID', `${headPadding} w-34 max-lg:hidden`],
];

type RequestTableProps = {
  label: string;
  rows: RequestRow[];
  // The page of a key need not name it in each row.
  withKey: boolean;
  linkBase: string;
  opened: string | null;
  onOpen: (id: string) => void;
  // Rows that came while somebody looked.
  came?: ReadonlySet<string> | undefined;
};

const rowLink = 'data-request';

const linkClicked = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest<HTMLElement>(`[${rowLink}]`) : null;

// The arrow keys go from row to row, as in a list.
const moveByArrow = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (!step || event.metaKey || event.ctrlKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${rowLink}]`)];
  const place = links.indexOf(event.target as HTMLElement);
  const next = links[place + step];
  if (place < 0 || !next) return;
  event.preventDefault();
  next.focus();
};

export function RequestTable({ label, rows, withKey, linkBase, opened, onOpen, came }: RequestTableProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the links within
    <div
      onKeyDown={moveByArrow}
      onClick={(event) => {
        const id = linkClicked(event)?.getAttribute(rowLink);
        if (id) onPlainClick(() => onOpen(id))(event);
      }}
    >
      <LineTable label={label} columns={columns(withKey)}>
        {rows.map((row) => (
          <Line
            key={row.id}
            row={row}
            withKey={withKey}
            linkBase={linkBase}
            isOpen={row.id === opened}
            isNew={came?.has(row.id) ?? false}
          />
        ))}
      </LineTable>
    </div>
  );
}

type LineProps = {
  row: RequestRow;
  withKey: boolean;
  linkBase: string;
  isOpen: boolean;
  isNew: boolean;
};

// Rows by the hundred: only those that are new are drawn.
const Line = memo(function Line({ row, withKey, linkBase, isOpen, isNew }: LineProps) {
  const { id, at, address, userAgent, keyName, requestId } = row;
  const day = dayOf(at);
  return (
    <LineRow
      className={cx(
        'relative max-md:gap-y-0.5',
        isOpen && 'bg-active',
        isNew && 'motion-safe:animate-arrive',
      )}
    >
      <LineCell className={cx(cellPadding, 'whitespace-nowrap max-md:order-2 max-md:text-right')}>
        <a
          href={`${linkBase}${id}`}
          {...{ [rowLink]: id }}
          className="rounded-1 text-text after:absolute after:inset-0 after:content-['']"
        >
          <time dateTime={at}>{formatSecond(at)}</time>
        </a>
        {day && <span className="block text-caption text-text-3 max-md:inline max-md:pl-1.5">{day}</span>}
      </LineCell>
      <LineCell className={cx(cellPadding, 'max-md:order-1')}>
        <Outcome row={row} />
      </LineCell>
      <LineCell className={cx(cellPadding, 'max-md:order-3 max-md:col-span-2 max-md:pl-[26px]')}>
        <RequestText row={row} />
      </LineCell>
      {withKey && (
        <LineCell
          className={cx(cellPadding, 'text-text-2 max-md:order-4 max-md:pl-[26px]')}
          title={keyName.length > 16 ? keyName : undefined}
        >
          <span className="block truncate">{keyName}</span>
        </LineCell>
      )}
      <LineCell
        className={cx(
          cellPadding,
          'max-md:order-5 max-md:text-right',
          !withKey && 'max-md:col-span-2 max-md:pl-[26px] max-md:text-left',
        )}
      >
        <span className="block truncate font-mono text-mono text-text-2">{address}</span>
        {userAgent && (
          <span className="block truncate text-caption text-text-3 max-md:hidden" title={userAgent}>
            {userAgent}
          </span>
        )}
      </LineCell>
      <Cell role="cell" className={cx(cellPadding, 'max-lg:hidden')}>
        <span className="block truncate font-mono text-mono text-text-3" title={requestId}>
          {requestId}
        </span>
      </Cell>
    </LineRow>
  );
});

function Outcome({ row }: { row: RequestRow }) {
  const { outcome, weight } = row;
  const title = titleOf(row);
  return (
    <span className="flex items-center gap-2.5 font-medium text-text">
      <OutcomeMark outcome={outcome} />
      <span className="min-w-0">
        <span className="block">{outcomeNames[outcome]}</span>
        {outcome === 'refused' && (
          <span className="block truncate text-caption font-normal text-text-3">{title}</span>
        )}
      </span>
      {weight > 1 && <Weight weight={weight} />}
    </span>
  );
}

// A row of a flood represents several requests.
function Weight({ weight }: { weight: number }) {
  const words = `Represents ${formatNumber(weight)} requests`;
  return (
    <span title={words} className="font-normal whitespace-nowrap text-text-3">
      <span aria-hidden="true">×{formatNumber(weight)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function RequestText({ row }: { row: RequestRow }) {
  const line = requestLine(row);
  if (!line)
    return (
      <span className="text-text-3" title="The gateway didn’t report the path.">
        <span aria-hidden="true">—</span>
        <span className="sr-only">Not reported by the gateway</span>
      </span>
    );
  return (
    <span className="block truncate font-mono text-mono text-text-2" title={line}>
      {line}
    </span>
  );
}
