import { Command } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import type { CommandTargets } from './commands.ts';

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

const shortcut = isApple ? { shown: '⌘ K', aria: 'Meta+K' } : { shown: 'Ctrl K', aria: 'Control+K' };

const isShortcut = (event: KeyboardEvent) =>
  event.key?.toLowerCase() === 'k' &&
  (isApple ? event.metaKey : event.ctrlKey) &&
  !event.altKey &&
  !event.shiftKey;

const CommandMenu = lazyPart(() => import('./command-menu.tsx'), 'CommandMenu');

// A dialog that is open keeps the keyboard for itself.
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

// The menu opens by its shortcut, by the button in the header and, on a phone, from the menu of the page.
export const useCommandMenu = (targets: CommandTargets) => {
  const [{ open, wasOpened }, set] = useState({ open: false, wasOpened: false });
  const show = () => set({ open: true, wasOpened: true });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!isDialogOpen()) set({ open: true, wasOpened: true });
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
  const dialog = wasOpened && (
    <Suspense>
      <CommandMenu open={open} onClose={() => set({ open: false, wasOpened })} targets={targets} />
    </Suspense>
  );
  return { show, dialog };
};

export function CommandMenuButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      aria-label="Command menu"
      aria-keyshortcuts={shortcut.aria}
      aria-haspopup="dialog"
      tooltip={`Command menu (${shortcut.shown})`}
      tooltipSide="bottom"
      icon={<Command aria-hidden="true" />}
      onClick={onClick}
    />
  );
}
