import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { WhileNear } from '../../../ui/layout/while-near.tsx';
import { useBusyKeys } from '../key-mutations.ts';
import type { KeyAction } from '../modals/key-modals.tsx';
import { usageGroups } from '../usage/usage-query.ts';
import { busyStateOf, KeyCard } from './key-card.tsx';

export type KeyListProps = {
  pages: ApiKey[][];
  hasMore: boolean;
  // The usage of the newest keys comes with that of the environment. Other keys are requested by their ids.
  areNewest: boolean;
  selected: ReadonlySet<string> | null;
  onSelect: (id: string) => void;
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

// Each page is a list of its own. Of thousands of keys only the pages near the window are in the document.
export function KeyList({ pages, areNewest, hasMore: _, ...shown }: KeyListProps) {
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

type KeyPageProps = Omit<KeyListProps, 'pages' | 'areNewest' | 'hasMore'> & {
  label: string;
  keys: ApiKey[];
  withIds: boolean;
};

// The page is memoized: one that is loaded renders no other.
const KeyPage = memo(({ label, keys, withIds, selected, onSelect, usageWindow, onAction }: KeyPageProps) => {
  const busyKeys = useBusyKeys();
  const idsOf = withIds ? usageGroups(keys.map(({ id }) => id)) : null;
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {keys.map((apiKey) => (
        <li key={apiKey.id} data-key-id={apiKey.id} className={cx('scroll-my-20', lazyPaintClass)}>
          <KeyCard
            apiKey={apiKey}
            usageWindow={usageWindow}
            usageIds={idsOf?.get(apiKey.id)}
            busy={busyStateOf(apiKey.id, busyKeys)}
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
