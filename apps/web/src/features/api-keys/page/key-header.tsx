import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useRouterState } from '@tanstack/react-router';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { buttonId } from '../focus.ts';
import { KeyBadges } from '../key-badges.tsx';
import type { KeyAction } from '../key-modal.ts';
import { useBusyKeys } from '../key-mutations.ts';

type KeyHeaderProps = { apiKey: ApiKey; onAction: (action: KeyAction) => void };

export function KeyHeader({ apiKey, onAction }: KeyHeaderProps) {
  const { id, name, environment } = apiKey;
  const { rotating, deleting } = useBusyKeys();
  const busy = rotating.includes(id) || deleting.includes(id);
  return (
    <header className="mb-6 flex flex-col justify-between gap-4 md:flex-row md:items-start">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <Title>{name}</Title>
        <EnvironmentBadge environment={environment} />
        <KeyBadges apiKey={apiKey} />
      </div>
      <div className="flex flex-none flex-wrap gap-2">
        <Button
          icon={<Pencil />}
          disabled={busy}
          aria-label={`Rename ${name}`}
          onClick={() => onAction('rename')}
        >
          Rename
        </Button>
        <Button
          id={buttonId('rotate', id)}
          icon={<RotateCw />}
          busy={rotating.includes(id)}
          disabled={busy}
          aria-label={`Rotate ${name}`}
          onClick={() => onAction('rotate')}
        >
          Rotate
        </Button>
        <Button
          id={buttonId('delete', id)}
          icon={<Trash2 />}
          busy={deleting.includes(id)}
          disabled={busy}
          aria-label={`Delete ${name}`}
          onClick={() => onAction('delete')}
        >
          Delete
        </Button>
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
