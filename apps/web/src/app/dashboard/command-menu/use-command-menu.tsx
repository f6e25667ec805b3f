import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { modifier, nameOfKeys, useShortcuts } from '../../../domain/shortcuts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import type { CommandTargets, MenuPart } from './commands.ts';

const CommandMenu = lazyPart(() => import('./command-menu.tsx'), 'CommandMenu');

// The newest offer of a toast, to undo a deletion for example, which nobody reaches by Tab in time.
const acceptOffer = () => {
  const offer = document.querySelector<HTMLElement>('[data-offer]');
  offer?.click();
  return offer !== null;
};

// What is shown, and whether anything ever was: only then the code of the menu is loaded.
type Shown = { part: MenuPart | null; wasOpened: boolean };

// The menu opens by its shortcut, by the button in the header and, on a phone, from the menu of the page.
export const useCommandMenu = (targets: CommandTargets) => {
  const [{ part, wasOpened }, set] = useState<Shown>({ part: null, wasOpened: false });
  const showPart = (next: MenuPart | null) =>
    set((before) => ({ part: next, wasOpened: before.wasOpened || next !== null }));
  const show = () => showPart('commands');
  useShortcuts({ 'mod+k': show, '?': () => showPart('shortcuts'), 'mod+z': acceptOffer });
  const dialog = wasOpened && (
    <Suspense>
      <CommandMenu part={part} onPart={showPart} targets={targets} />
    </Suspense>
  );
  return { show, dialog };
};

// It names its own shortcut, as the keyboard in front of it does.
export function CommandMenuButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      size="small"
      aria-label="Command menu"
      aria-keyshortcuts={modifier.aria('K')}
      aria-haspopup="dialog"
      title="Command menu"
      icon={<Search />}
      onClick={onClick}
    >
      <span
        data-keys={nameOfKeys('mod+k')}
        className="text-caption font-normal text-text-3 before:content-[attr(data-keys)]"
      />
    </Button>
  );
}
