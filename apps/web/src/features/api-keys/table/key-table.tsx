import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { HeadCell } from '../../../ui/layout/table.tsx';
import { WhileNear } from '../../../ui/layout/while-near.tsx';
import { useBusyKeys } from '../key-mutations.ts';
import { busyStateOf } from '../list/key-card.tsx';
import type { KeyListProps } from '../list/key-list.tsx';
import { usageGroups } from '../usage/usage-query.ts';
import { windowLabels } from '../usage/usage-words.ts';
import { columnsClass, KeyRow } from './key-row.tsx';

// Of thousands of keys only the parts near the window are in the document.
const rowsPerPart = 50;

const partsOf = (keys: ApiKey[]) =>
  Array.from({ length: Math.ceil(keys.length / rowsPerPart) }, (_, part) =>
    keys.slice(part * rowsPerPart, (part + 1) * rowsPerPart),
  );

export function KeyTable({ pages, areNewest, hasMore, ...shown }: KeyListProps) {
  const count = pages.reduce((sum, keys) => sum + keys.length, 0);
  const columns = [
    ['Name'],
    ['Key'],
    ['Last used'],
    [`Requests, ${windowLabels[shown.usageWindow]}`],
    ['Limit', 'max-lg:hidden'],
    ['State', 'max-lg:hidden'],
  ] as const;
  let before = 0;
  return (
    <Card>
      {/* The number of rows is unknown until the last page is loaded. */}
      <table
        // biome-ignore lint/a11y/noRedundantRoles: with another display it loses its own
        role="table"
        aria-label="API keys"
        aria-rowcount={hasMore ? -1 : count + 1}
        className="block text-left text-small"
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: with another display it loses its own */}
        <thead role="rowgroup" className="block max-md:sr-only">
          {/* biome-ignore lint/a11y/noRedundantRoles: with another display it loses its own */}
          <tr role="row" aria-rowindex={1} className={cx('h-9 rounded-t-3 bg-table-head', columnsClass)}>
            {columns.map(([name, className]) => (
              <HeadCell
                key={name}
                role="columnheader"
                className={cx('truncate leading-9 md:bg-transparent md:px-0', className)}
              >
                {name}
              </HeadCell>
            ))}
            <HeadCell role="columnheader" className="md:bg-transparent md:px-0">
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        {pages.map((keys, index) => {
          const first = before;
          before += keys.length;
          return (
            <PageRows
              key={index}
              keys={keys}
              first={first}
              isNearAtFirst={index === 0}
              withIds={!areNewest || index > 0}
              {...shown}
            />
          );
        })}
      </table>
    </Card>
  );
}

type PageRowsProps = Omit<KeyListProps, 'pages' | 'areNewest' | 'hasMore'> & {
  keys: ApiKey[];
  first: number;
  isNearAtFirst: boolean;
  withIds: boolean;
};

// The page is memoized: one that is loaded renders no other.
const PageRows = memo((props: PageRowsProps) => {
  const { keys, first, isNearAtFirst, withIds, selected, ...row } = props;
  const busyKeys = useBusyKeys();
  const idsOf = withIds ? usageGroups(keys.map(({ id }) => id)) : null;
  return partsOf(keys).map((part, index) => (
    <WhileNear
      key={index}
      as="tbody"
      role="rowgroup"
      isNearAtFirst={isNearAtFirst && index === 0}
      room={`calc(${part.length} * var(--row))`}
      className="block [--row:89px] md:[--row:46px]"
    >
      {part.map((apiKey, at) => (
        <KeyRow
          key={apiKey.id}
          apiKey={apiKey}
          rowIndex={first + index * rowsPerPart + at + 2}
          usageIds={idsOf?.get(apiKey.id)}
          busy={busyStateOf(apiKey.id, busyKeys)}
          selected={selected?.has(apiKey.id)}
          {...row}
        />
      ))}
    </WhileNear>
  ));
});
