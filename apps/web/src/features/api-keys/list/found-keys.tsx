import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { SearchX } from 'lucide-react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/loading.tsx';
import { LoadMore } from '../../../ui/layout/load-more.tsx';
import type { KeyAction } from '../modals/key-modals.tsx';
import type { Keys } from '../use-keys.ts';
import type { Density } from './density.tsx';
import { KeyList } from './key-list.tsx';
import { type Selection, SelectionBar } from './selection.tsx';

// Few accounts have so many keys that they search. Narrow windows break the row into three.
const KeyFilters = lazyPartWith(
  () => import('./key-filters.tsx'),
  'KeyFilters',
  <Skeleton className="h-37 md:h-9" />,
);

const KeyTable = lazyPartWith(
  () => import('../table/key-table.tsx'),
  'KeyTable',
  <Skeleton className="h-110" />,
);

type FoundKeysProps = {
  density: Density;
  onDensity: (density: Density) => void;
  keys: Keys;
  selection: Selection;
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
  onDeleteMany: () => void;
};

export function FoundKeys(props: FoundKeysProps) {
  const { keys, selection, density, onDensity, onDeleteMany, ...shown } = props;
  const { pages = [], nextPage } = keys;
  const selecting = selection.ids !== null;
  const List = keys.areMany && density === 'table' ? KeyTable : KeyList;
  return (
    <>
      {keys.isSearchShown && (
        <KeyFilters
          keys={keys}
          selecting={selecting}
          onSelect={selecting ? selection.end : selection.begin}
          density={density}
          onDensity={onDensity}
        />
      )}
      {selecting && <SelectionBar selection={selection} onDelete={onDeleteMany} />}
      {keys.isNothingFound ? (
        <NothingFound {...keys} />
      ) : (
        <List
          pages={pages}
          areNewest={keys.areNewest}
          hasMore={nextPage.exists}
          selected={selection.ids}
          onSelect={selection.toggle}
          {...shown}
        />
      )}
      {nextPage.exists && (
        <LoadMore
          page={nextPage}
          failure={keys.failure}
          busyLabel="Loading API keys..."
          retryLabel="Try again"
        />
      )}
    </>
  );
}

function NothingFound({ searched, filter, setSearch, showAll }: Keys) {
  const searchAlone = filter.status === 'all';
  return (
    <EmptyState
      icon={<SearchX />}
      title={searchAlone ? 'No keys match your search' : 'No keys match your filters'}
      text={searchAlone ? `No key’s name contains “${searched}”.` : 'No key is in this state.'}
      action={
        searchAlone ? (
          <Button onClick={() => setSearch('')}>Clear search</Button>
        ) : (
          <Button onClick={showAll}>Show All Keys</Button>
        )
      }
    />
  );
}
