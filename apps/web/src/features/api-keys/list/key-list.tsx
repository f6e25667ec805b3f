import type { ApiKey } from '@ballast/contract/api-keys';
import type { UsageWindow } from '@ballast/contract/key-usage';
import type { KeyAction } from '../key-modal.ts';
import { useBusyKeys } from '../key-mutations.ts';
import { usageGroups } from '../usage/usage-query.ts';
import { type Busy, KeyCard } from './key-card.tsx';

type KeyListProps = {
  pages: ApiKey[][];
  // The usage of the newest keys comes with that of the environment; that of others is asked for by their ids.
  areNewest: boolean;
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

// Each page is a list of its own.
export function KeyList({ pages, areNewest, ...shown }: KeyListProps) {
  return pages.map((keys, index) => (
    <KeyPage
      key={index}
      label={index === 0 ? 'API keys' : `API keys, page ${index + 1}`}
      keys={keys}
      withIds={!areNewest || index > 0}
      {...shown}
    />
  ));
}

type KeyPageProps = Omit<KeyListProps, 'pages' | 'areNewest'> & {
  label: string;
  keys: ApiKey[];
  withIds: boolean;
};

function KeyPage({ label, keys, withIds, usageWindow, onAction }: KeyPageProps) {
  const { rotating, deleting } = useBusyKeys();
  const getBusyState = (id: string): Busy => {
    if (rotating.includes(id)) return 'rotating';
    return deleting.includes(id) ? 'deleting' : null;
  };
  const idsOf = withIds ? usageGroups(keys.map(({ id }) => id)) : null;
  if (!keys.length) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {keys.map((apiKey) => (
        <li key={apiKey.id} className={lazyPaintClass}>
          <KeyCard
            apiKey={apiKey}
            usageWindow={usageWindow}
            usageIds={idsOf?.get(apiKey.id)}
            busy={getBusyState(apiKey.id)}
            onAction={onAction}
          />
        </li>
      ))}
    </ul>
  );
}

// All cards are in the document, for search and screen readers, but only those near the window are laid out and
// painted. The margin leaves room for what a card shows outside of its edges, such as a tooltip.
const lazyPaintClass =
  '[contain-intrinsic-size:auto_240px] [content-visibility:auto] [overflow-clip-margin:32px] md:[contain-intrinsic-size:auto_170px]';
