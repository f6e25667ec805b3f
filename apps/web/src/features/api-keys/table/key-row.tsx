import { requestsOf } from '@ballast/contract/keys/key-usage';
import { memo } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { onIntent } from '../../../lib/on-intent.ts';
import { cx } from '../../../ui/cx.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { LineCell, Row } from '../../../ui/layout/table.tsx';
import { Ago } from '../../../ui/text/ago.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { cardTitleId } from '../focus.ts';
import { KeyMask, useReadValue } from '../key-value.tsx';
import type { KeyCardProps } from '../list/key-card.tsx';
import { KeyLink } from '../list/key-link.tsx';
import type { KeyAction } from '../modals/key-modals.tsx';
import { loadKeyModals } from '../modals/load-on-demand.ts';
import { useKeyUsage } from '../usage/key-usage.tsx';
import { UsageChart } from '../usage/usage-chart.tsx';
import { KeyState } from './key-state.tsx';
import { RowMenu } from './row-menu.tsx';

const dots = 4;

// Head and rows share their columns. A narrow window has no limit and no chart, and a phone two lines.
export const columnsClass =
  'md:grid md:grid-cols-[minmax(0,1fr)_178px_94px_64px_28px] md:items-center md:gap-x-3 md:px-4 lg:grid-cols-[minmax(0,1fr)_178px_96px_132px_84px_116px_28px] lg:gap-x-4 lg:px-5';

// A line cell of a phone has a display of its own.
const wideOnlyClass = 'max-md:hidden max-lg:hidden';
const cellClass = 'md:h-auto md:min-w-0 md:p-0';

// The row is memoized: with hundreds of keys only the one that changes is rendered again.
export const KeyRow = memo((props: KeyCardProps & { rowIndex: number }) => {
  const { apiKey, usageWindow, usageIds, busy, selected, onSelect, onAction, rowIndex } = props;
  const { id, name, lastUsedAt, rateLimit } = apiKey;
  const act = (action: KeyAction) => onAction(action, apiKey);
  return (
    <Row
      role="row"
      aria-rowindex={rowIndex}
      aria-busy={busy !== null}
      data-key-id={id}
      className={cx(
        'scroll-my-20 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:py-2 max-md:pr-2 max-md:pl-4 md:h-[46px]',
        'focus-within:bg-hover',
        columnsClass,
      )}
      {...onIntent(loadKeyModals)}
    >
      <th
        // biome-ignore lint/a11y/noRedundantRoles: with another display it loses its own
        role="rowheader"
        scope="row"
        id={cardTitleId(id)}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-2 rounded-1 font-medium text-text"
      >
        {selected !== undefined && (
          <Checkbox
            label={`Select ${name}`}
            labelHidden
            className="flex-none max-md:translate-y-[3px]"
            checked={selected}
            disabled={busy !== null}
            onChange={() => onSelect(id)}
          />
        )}
        <KeyLink id={id} className="flex min-w-0 items-center">
          <span title={name} className="truncate">
            {name}
          </span>
        </KeyLink>
        <span className="flex-none lg:hidden">
          <KeyState apiKey={apiKey} activeClass="sr-only" />
        </span>
      </th>
      <LineCell className={cx(cellClass, 'max-md:col-start-1 max-md:row-start-2')}>
        <Value {...props} />
      </LineCell>
      <LineCell
        className={cx(
          cellClass,
          'whitespace-nowrap text-text-2 max-md:col-start-2 max-md:row-start-2 max-md:pr-2 max-md:text-right',
        )}
      >
        {lastUsedAt ? <Ago moment={lastUsedAt} /> : <span className="text-text-3">{formatDate(null)}</span>}
      </LineCell>
      <LineCell className={cx(cellClass, 'max-md:hidden')}>
        <Requests apiKey={apiKey} window={usageWindow} ids={usageIds} />
      </LineCell>
      <LineCell className={cx(cellClass, 'whitespace-nowrap text-text-2', wideOnlyClass)}>
        {rateLimit} req/sec
      </LineCell>
      <LineCell className={cx(cellClass, wideOnlyClass)}>
        <KeyState apiKey={apiKey} activeClass="text-text-2" />
      </LineCell>
      <LineCell className={cx(cellClass, 'max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end')}>
        <RowMenu apiKey={apiKey} busy={busy !== null} onAction={act} />
      </LineCell>
    </Row>
  );
});

function Value({ apiKey }: Pick<KeyCardProps, 'apiKey'>) {
  const { name, key: value, masked } = apiKey;
  const readValue = useReadValue(apiKey);
  return (
    <span className="flex items-center gap-0.5 font-mono text-mono text-text-2">
      <KeyMask value={value} dots={dots} />
      <CopyButton key={value.slice(-4)} value={masked ? readValue : value} subject={`${name} key`} compact />
    </span>
  );
}

function Requests(props: Parameters<typeof useKeyUsage>[0]) {
  const { data, isError } = useKeyUsage(props);
  if (!data) return isError ? <span className="text-text-3">Not available</span> : null;
  const { key: shown, window } = data;
  return (
    <span className="flex items-center justify-between gap-2.5">
      <span className="text-text">{formatNumber(shown ? requestsOf(shown.total) : 0)}</span>
      {shown && (
        <UsageChart
          total={shown.total}
          buckets={shown.buckets}
          window={window}
          className="h-5 w-[66px] flex-none max-lg:hidden"
        />
      )}
    </span>
  );
}
