import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { SearchX } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/loading.tsx';
import { LoadMore } from '../../../ui/layout/load-more.tsx';
import type { KeyAction } from '../modals/key-modals.tsx';
import type { Keys } from '../use-keys.ts';
import { KeyList } from './key-list.tsx';
import { type Selection, SelectionBar } from './selection.tsx';

// Few accounts have so many keys that they search.
const KeyFilters = lazyPart(() => import('./key-filters.tsx'), 'KeyFilters');

type FoundKeysProps = {
  keys: Keys;
  selection: Selection;
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
  onDeleteMany: () => void;
};

export function FoundKeys({ keys, selection, onDeleteMany, ...shown }: FoundKeysProps) {
  const { pages = [], nextPage } = keys;
  const selecting = selection.ids !== null;
  return (
    <>
      {keys.isSearchShown && (
        <Suspense fallback={<Skeleton className={filtersHeightClass} />}>
          <KeyFilters
            keys={keys}
            selecting={selecting}
            onSelect={selecting ? selection.end : selection.begin}
          />
        </Suspense>
      )}
      {keys.isSearchShown && selecting && <SelectionBar selection={selection} onDelete={onDeleteMany} />}
      {keys.isNothingFound ? (
        <NothingFound {...keys} />
      ) : (
        <KeyList
          pages={pages}
          areNewest={keys.areNewest}
          selected={keys.isSearchShown ? selection.ids : null}
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

// One row, which narrow windows break into three.
const filtersHeightClass = 'h-37 md:h-9';

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
