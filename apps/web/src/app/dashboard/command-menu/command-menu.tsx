import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { nameOfKeys, useSingleKeys } from '../../../domain/shortcuts.ts';
import { scrimClass } from '../../../ui/overlays/modal.tsx';
import {
  type Command,
  type CommandGroup,
  type CommandTargets,
  type KeyTask,
  type MenuPart,
  type MenuTargets,
  useBringStepsBack,
  useCommandGroups,
  useFoundKeys,
} from './commands.ts';
import { taskNames, useKeyTask } from './key-tasks.ts';
import { ShortcutsModal } from './shortcuts-modal.tsx';

type CommandMenuProps = {
  part: MenuPart | null;
  onPart: (part: MenuPart | null) => void;
  targets: CommandTargets;
};

export function CommandMenu({ part, onPart, targets }: CommandMenuProps) {
  const own = { ...targets, showShortcuts: () => onPart('shortcuts') };
  const close = () => onPart(null);
  return (
    <>
      <Menu open={part === 'commands'} onClose={close} targets={own} />
      <ShortcutsModal open={part === 'shortcuts'} onClose={close} />
    </>
  );
}

type MenuProps = { open: boolean; onClose: () => void; targets: MenuTargets };

// The chosen command runs once the menu is gone and the focus is back, so that a dialog which it opens returns the focus there, too.
function Menu({ open, onClose, targets }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const choose = (run: () => void) => {
    chosen.current = run;
    onClose();
  };
  const runChosen = () => {
    const run = chosen.current;
    chosen.current = null;
    run?.();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && runChosen()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center px-3 pt-3 md:pt-[12vh]">
          <Dialog.Popup aria-label="Command menu" className={popupClass}>
            <Commands targets={targets} onChoose={choose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type CommandsProps = { targets: MenuTargets; onChoose: (run: () => void) => void };

function Commands({ targets, onChoose }: CommandsProps) {
  const [typed, setTyped] = useState('');
  const isOn = useSingleKeys();
  const [task, setTask] = useState<KeyTask | null>(null);
  const all = [...useCommandGroups(targets), ...useBringStepsBack(targets), ...useFoundKeys(typed)];
  const keys = useKeyTask(task, typed, targets);
  const groups = task ? keys : all;
  const label = task ? taskNames[task] : 'Search commands and keys';
  const begin = (next: KeyTask | null) => {
    setTask(next);
    setTyped('');
  };
  const choose = (command: Command) => {
    if ('asks' in command) begin(command.asks);
    else onChoose(command.run);
  };
  const goBack = ({ key }: KeyboardEvent) => {
    if (task && key === 'Backspace' && !typed) begin(null);
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={typed}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setTyped(next)}
      itemToStringValue={({ label }: Command) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex h-12 flex-none items-center gap-3 border-b border-line px-4">
        {task ? (
          <button
            type="button"
            aria-label="Back to all commands"
            onClick={() => begin(null)}
            className="-m-1.5 flex-none rounded-1 p-1.5 text-text-2 hover:bg-hover hover:text-text"
          >
            <ArrowLeft aria-hidden="true" />
          </button>
        ) : (
          <Search aria-hidden="true" className="flex-none text-text-3" />
        )}
        <Autocomplete.Input
          aria-label={label}
          placeholder={label}
          onKeyDown={goBack}
          className="h-full min-w-0 flex-1 bg-transparent text-[1rem] text-text outline-none md:text-body forced-colors:focus:outline-2 forced-colors:focus:outline-solid"
        />
        <Dialog.Close className="flex h-7 flex-none items-center rounded-1 border border-line-strong px-1.5 font-mono text-caption text-text-2 hover:bg-hover">
          <span className="sr-only">Close command menu, </span>Esc
        </Dialog.Close>
      </div>
      <Autocomplete.Empty className="text-body text-text-2">
        <p className="px-4 py-6 wrap-anywhere">
          {typed ? `No results for “${typed}”.` : 'No keys here yet.'}
        </p>
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto px-2 not-empty:py-2">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-caption text-text-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => choose(command)}
                  className="flex min-h-11 cursor-default items-center gap-3 rounded-2 px-2.5 text-body text-text select-none data-highlighted:bg-active md:min-h-9 forced-colors:data-highlighted:outline-2"
                >
                  <command.icon aria-hidden="true" className="flex-none text-text-3" />
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
                  {command.note && <span className="flex-none text-caption text-text-3">{command.note}</span>}
                  {command.keys && isOn && (
                    <kbd className="flex-none rounded-1 border border-line-strong px-1.5 font-sans text-caption text-text-2">
                      {nameOfKeys(command.keys)}
                    </kbd>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

const popupClass =
  'flex max-h-[min(32rem,calc(100dvh-1.5rem))] w-full max-w-modal flex-col overflow-hidden rounded-4 border border-line-strong bg-raised text-text shadow-modal outline-none ' +
  'transition-opacity duration-(--t-2) data-ending-style:opacity-0 data-ending-style:duration-(--t-1) data-starting-style:opacity-0';
