import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import type { CommandTargets } from './commands.ts';
import { isShortcut } from './shortcut.ts';

// Nobody waits for it who never opens it.
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
