import type { ApiKey } from '@ballast/contract/api-keys';
import type { UsageWindow } from '@ballast/contract/key-usage';
import type { KeyAction } from '../key-modal.ts';
import { useBusyKeys } from '../key-mutations.ts';
import { type Busy, KeyCard } from './key-card.tsx';

type KeyListProps = {
  keys: ApiKey[];
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

export function KeyList({ keys, usageWindow, onAction }: KeyListProps) {
  const { rotating, deleting } = useBusyKeys();
  const getBusyState = (id: string): Busy => {
    if (rotating.includes(id)) return 'rotating';
    return deleting.includes(id) ? 'deleting' : null;
  };
  return (
    <ul aria-label="API keys" className="flex flex-col gap-3">
      {keys.map((apiKey) => (
        <li key={apiKey.id} className={lazyPaintClass}>
          <KeyCard
            apiKey={apiKey}
            usageWindow={usageWindow}
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
