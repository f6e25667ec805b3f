import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { SearchX } from 'lucide-react';
import { memo } from 'react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/loading.tsx';
import { LoadMore } from '../../../ui/layout/load-more.tsx';
import { WhileNear } from '../../../ui/layout/while-near.tsx';
import { useBusyKeys } from '../key-mutations.ts';
import type { KeyAction } from '../modals/key-modals.tsx';
import { usageGroups } from '../usage/usage-query.ts';
import type { Keys } from '../use-keys.ts';
import { type Busy, KeyCard } from './key-card.tsx';
import { type Selection, SelectionBar } from './selection.tsx';

// Few accounts have so many keys that they search. Narrow windows break the row into three.
const KeyFilters = lazyPartWith(
  () => import('./key-filters.tsx'),
  'KeyFilters',
  <Skeleton className="h-37 md:h-9" />,
);

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
        <KeyFilters
          keys={keys}
          selecting={selecting}
          onSelect={selecting ? selection.end : selection.begin}
        />
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

type KeyListProps = {
  pages: ApiKey[][];
  // The usage of the newest keys comes with that of the environment; that of others is asked for by their ids.
  areNewest: boolean;
  selected: ReadonlySet<string> | null;
  onSelect: (id: string) => void;
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

// Each page is a list of its own. Of thousands of keys only the pages near the window are in the document.
function KeyList({ pages, areNewest, ...shown }: KeyListProps) {
  return pages.map((keys, index) =>
    keys.length ? (
      <WhileNear
        key={index}
        isNearAtFirst={index === 0}
        room={roomOf(keys.length)}
        className={cardHeightClass}
      >
        <KeyPage
          label={index === 0 ? 'API keys' : `API keys, page ${index + 1}`}
          keys={keys}
          withIds={!areNewest || index > 0}
          {...shown}
        />
      </WhileNear>
    ) : null,
  );
}

type KeyPageProps = Omit<KeyListProps, 'pages' | 'areNewest'> & {
  label: string;
  keys: ApiKey[];
  withIds: boolean;
};

// The page is memoized: one that is loaded renders no other.
const KeyPage = memo(({ label, keys, withIds, selected, onSelect, usageWindow, onAction }: KeyPageProps) => {
  const { rotating, deleting } = useBusyKeys();
  const getBusyState = (id: string): Busy => {
    if (rotating.includes(id)) return 'rotating';
    return deleting.includes(id) ? 'deleting' : null;
  };
  const idsOf = withIds ? usageGroups(keys.map(({ id }) => id)) : null;
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {keys.map((apiKey) => (
        <li key={apiKey.id} className={lazyPaintClass}>
          <KeyCard
            apiKey={apiKey}
            usageWindow={usageWindow}
            usageIds={idsOf?.get(apiKey.id)}
            busy={getBusyState(apiKey.id)}
            selected={selected?.has(apiKey.id)}
            onSelect={onSelect}
            onAction={onAction}
          />
        </li>
      ))}
    </ul>
  );
});

// A card's height is known before it is drawn, with the gap that follows each but the last.
const cardHeightClass = '[--card:240px] md:[--card:170px]';
const roomOf = (cards: number) => `calc(${cards} * (var(--card) + 12px) - 12px)`;

// All cards of a page are in the document, for search and screen readers, but only those near the window are laid out and
// painted. The margin leaves room for what a card shows outside of its edges, such as a tooltip.
const lazyPaintClass =
  '[contain-intrinsic-size:auto_var(--card)] [content-visibility:auto] [overflow-clip-margin:32px]';
