import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { type ComponentProps, memo } from 'react';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { onIntent } from '../../../lib/on-intent.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { buttonId, cardTitleId } from '../focus.ts';
import { factsClass, KeyFacts } from '../key-facts.tsx';
import type { useBusyKeys } from '../key-mutations.ts';
import { KeyBadges, LeakBanner, PreviousValue, RestrictionsLine } from '../key-notices.tsx';
import { KeyValue } from '../key-value.tsx';
import type { KeyAction } from '../modals/key-modals.tsx';
import { loadKeyModals } from '../modals/load-on-demand.ts';
import { KeyUsage } from '../usage/key-usage.tsx';
import { KeyLink } from './key-link.tsx';

export type Busy = 'rotating' | 'deleting' | null;

export type KeyCardProps = {
  apiKey: ApiKey;
  usageWindow: UsageWindow;
  usageIds: string | undefined;
  busy: Busy;
  // It is undefined while no keys can be chosen.
  selected: boolean | undefined;
  onSelect: (id: string) => void;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

export const busyStateOf = (id: string, { rotating, deleting }: ReturnType<typeof useBusyKeys>): Busy => {
  if (rotating.includes(id)) return 'rotating';
  return deleting.includes(id) ? 'deleting' : null;
};

// The card is memoized: with hundreds of keys only the one that changes is rendered again.
export const KeyCard = memo((props: KeyCardProps) => {
  const { apiKey, usageWindow, usageIds, busy, selected, onSelect, onAction } = props;
  const { id, name, environment } = apiKey;
  const act = (action: KeyAction) => onAction(action, apiKey);
  return (
    <Card className="group/card" aria-busy={busy !== null} {...onIntent(loadKeyModals)}>
      <div className="flex items-start justify-between gap-3 px-4 pt-3 md:gap-6 md:px-5 md:pt-[15px]">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 py-1.5 md:py-0.5">
          {selected !== undefined && (
            <Checkbox
              label={`Select ${name}`}
              labelHidden
              className="-my-1"
              checked={selected}
              disabled={busy !== null}
              onChange={() => onSelect(id)}
            />
          )}
          <h2 id={cardTitleId(id)} tabIndex={-1} className="min-w-0 text-section wrap-anywhere">
            <KeyLink id={id}>{name}</KeyLink>
          </h2>
          <span className="flex items-center gap-1">
            <EnvironmentBadge environment={environment} />
            <KeyBadges apiKey={apiKey} />
            <IconButton
              aria-label={`Rename ${name}`}
              tooltip="Rename"
              className={shownOnHoverClass}
              icon={<Pencil className="size-3.5 stroke-[1.9]" />}
              disabled={busy !== null}
              onClick={() => act('rename')}
            />
          </span>
        </div>
        <div className="flex flex-none md:-mr-2.5 md:gap-1">
          <CardButton
            variant="ghost"
            id={buttonId('rotate', id)}
            label="Rotate"
            keyName={name}
            busy={busy === 'rotating' || undefined}
            icon={<RotateCw />}
            disabled={busy !== null}
            onClick={() => act('rotate')}
          />
          <CardButton
            variant="ghost-danger"
            id={buttonId('delete', id)}
            label="Delete"
            keyName={name}
            busy={busy === 'deleting' || undefined}
            icon={<Trash2 />}
            disabled={busy !== null}
            onClick={() => act('delete')}
          />
        </div>
      </div>
      <div className="px-4 pt-2.5 pb-3.5 md:px-5">
        {apiKey.leakedAt && (
          <div className="mb-2.5">
            <LeakBanner apiKey={apiKey} onRotate={() => act('rotate')} />
          </div>
        )}
        <KeyValue apiKey={apiKey} />
        <PreviousValue apiKey={apiKey} onEnd={() => act('end-grace')} />
        <RestrictionsLine apiKey={apiKey} />
      </div>
      <KeyFacts apiKey={apiKey} className={factsClass} disabled={busy !== null} onAction={act}>
        <KeyUsage apiKey={apiKey} window={usageWindow} ids={usageIds} />
      </KeyFacts>
    </Card>
  );
});

type CardButtonProps = ComponentProps<typeof Button> & { label: string; keyName: string };

// Under 861 px only the icon is drawn. The spinner is as large as the icon, so that the button keeps its width.
function CardButton({ label, keyName, ...button }: CardButtonProps) {
  return (
    <Button
      {...button}
      size="small"
      className="max-md:w-9 max-md:px-0 [&_svg]:size-3.5"
      aria-label={`${label} ${keyName}`}
    >
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}

// Renaming is rare, so its button shows when the pointer or the focus is on the card, and always under a finger.
const shownOnHoverClass =
  '-my-1 md:opacity-0 md:pointer-coarse:opacity-100 md:group-focus-within/card:opacity-100 md:group-hover/card:opacity-100';
