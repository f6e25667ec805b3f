import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { buttonId } from '../focus.ts';
import { KeyFacts } from '../key-facts.tsx';
import { useBusyKeys } from '../key-mutations.ts';
import { KeyBadges, PreviousValue } from '../key-notices.tsx';
import { KeyValue } from '../key-value.tsx';
import type { KeyAction } from '../modals/key-modals.tsx';
import { keyUsageQuery } from '../usage/usage-query.ts';

type KeyHeaderProps = { apiKey: ApiKey; onAction: (action: KeyAction) => void };

const actions = [
  { action: 'rename', label: 'Rename', icon: <Pencil /> },
  { action: 'rotate', label: 'Rotate', icon: <RotateCw /> },
  { action: 'delete', label: 'Delete', icon: <Trash2 /> },
] as const;

export function KeyHeader({ apiKey, onAction }: KeyHeaderProps) {
  const { id, name, environment } = apiKey;
  const { rotating, deleting } = useBusyKeys();
  const [isRotating, isDeleting] = [rotating.includes(id), deleting.includes(id)];
  return (
    <header className="mb-6 flex flex-col justify-between gap-4 md:flex-row md:items-start">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <Title>{name}</Title>
        <EnvironmentBadge environment={environment} />
        <KeyBadges apiKey={apiKey} />
      </div>
      <div className="flex flex-none flex-wrap gap-2">
        {actions.map(({ action, label, icon }) => (
          <Button
            key={action}
            id={buttonId(action, id)}
            icon={icon}
            busy={{ rename: undefined, rotate: isRotating, delete: isDeleting }[action]}
            disabled={isRotating || isDeleting}
            aria-label={`${label} ${name}`}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
      </div>
    </header>
  );
}

// The link that opened the page is gone, so the focus goes on to its title.
function Title({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const cameFromList = useRouterState({ select: ({ location }) => location.state.opensKey === true });
  useEffect(() => {
    if (cameFromList) title.current?.focus({ preventScroll: true });
  }, [cameFromList]);
  return (
    <h1
      ref={title}
      tabIndex={-1}
      className="min-w-0 text-title-small wrap-anywhere outline-none md:text-title"
    >
      {children}
    </h1>
  );
}

// What the card tells of a key, and who used it last.
export function KeyOverview({ apiKey, onAction }: KeyHeaderProps) {
  const { id } = apiKey;
  const { rotating, deleting } = useBusyKeys();
  const lastUse = useQuery({
    ...keyUsageQuery(id, { window: '24h' }),
    select: (usage) => usage.lastUse,
  }).data;
  return (
    <Card>
      <div className="px-4 py-3.5 md:px-5 md:py-4">
        <KeyValue apiKey={apiKey} />
        <PreviousValue apiKey={apiKey} onEnd={() => onAction('end-grace')} />
      </div>
      <KeyFacts
        apiKey={{ ...apiKey, lastUsedAt: lastUse?.at ?? apiKey.lastUsedAt }}
        className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-[309px_1fr_2fr]"
        disabled={rotating.includes(id) || deleting.includes(id)}
        onAction={onAction}
        lastUse={
          lastUse && (
            <span className="mt-0.5 block text-caption wrap-anywhere text-text-3">
              from {lastUse.address}
              {lastUse.userAgent && ` with ${lastUse.userAgent}`}
            </span>
          )
        }
      />
    </Card>
  );
}
