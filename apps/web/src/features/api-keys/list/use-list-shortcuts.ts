// The keys of the list: the key that has the focus is moved, selected and copied.
import { useShortcuts } from '../../../domain/shortcuts.ts';
import { createButtonId } from '../focus.ts';
import type { Selection } from './selection.tsx';

const rowSelector = '[data-key-id]';

const focusedRow = () => document.activeElement?.closest<HTMLElement>(rowSelector) ?? null;

const moveBy = (step: number) => {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)].filter((row) =>
    row.checkVisibility(),
  );
  const focused = focusedRow();
  const next = focused ? rows[rows.indexOf(focused) + step] : rows[0];
  if (!next) return false;
  next.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
};

const copyFocused = () => {
  const row = focusedRow();
  // Selected text is copied as everywhere.
  if (!row || window.getSelection()?.toString()) return false;
  row.querySelector<HTMLElement>('[data-copy]')?.click();
  return true;
};

const create = () => {
  const button = document.getElementById(createButtonId);
  button?.click();
  return button !== null;
};

export const useListShortcuts = ({ ids, toggle, end }: Selection) =>
  useShortcuts({
    j: () => moveBy(1),
    k: () => moveBy(-1),
    x: () => {
      const id = focusedRow()?.dataset.keyId;
      if (!id) return false;
      toggle(id);
      return true;
    },
    c: create,
    'mod+c': copyFocused,
    escape: () => {
      if (!ids) return false;
      end();
      return true;
    },
  });
