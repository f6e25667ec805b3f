import { Command } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CommandTargets } from './commands.ts';

// Nobody waits for it who never opens it.
const CommandMenu = lazy(async () => ({ default: (await import('./command-menu.tsx')).CommandMenu }));

const isApple = /mac|iphone|ipad/i.test(navigator.platform);
const shortcut = isApple ? '⌘ K' : 'Ctrl K';

const isShortcut = (event: KeyboardEvent) =>
  event.key?.toLowerCase() === 'k' &&
  (isApple ? event.metaKey : event.ctrlKey) &&
  !event.altKey &&
  !event.shiftKey;

// A dialog that is open keeps the keyboard for itself.
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

export function CommandMenuButton(targets: CommandTargets) {
  const [{ open, wasOpened }, set] = useState({ open: false, wasOpened: false });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!isDialogOpen()) set({ open: true, wasOpened: true });
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
  return (
    <>
      <div className="max-md:hidden">
        <IconButton
          aria-label="Command menu"
          aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
          aria-haspopup="dialog"
          tooltip={`Command menu (${shortcut})`}
          tooltipSide="bottom"
          icon={<Command aria-hidden="true" />}
          onClick={() => set({ open: true, wasOpened: true })}
        />
      </div>
      {wasOpened && (
        <Suspense>
          <CommandMenu open={open} onClose={() => set({ open: false, wasOpened })} targets={targets} />
        </Suspense>
      )}
    </>
  );
}
