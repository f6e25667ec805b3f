// Keys that do something wherever the focus is, except while somebody types or a dialog is open. Single letters can be switched
// off: people who speak to their computer would press them by accident.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createStore } from '../lib/create-store.ts';
import { stored } from '../session/browser-storage.ts';

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

export const modifier = {
  shown: isApple ? '⌘' : 'Ctrl',
  aria: (letter: string) => `${isApple ? 'Meta' : 'Control'}+${letter}`,
};

// 'mod+k' is written '⌘ K' or 'Ctrl K', as it is on the keyboard.
export const nameOfKeys = (keys: string) =>
  keys
    .split('+')
    .map((key) => (key === 'mod' ? modifier.shown : key.charAt(0).toUpperCase() + key.slice(1)))
    .join(' ');

const singleKeys = createStore(stored.singleKeys.read() !== 'off');

export const switchSingleKeys = (on: boolean) => {
  stored.singleKeys.write(on ? 'on' : 'off');
  singleKeys.publish(on);
};

export const useSingleKeys = () => useSyncExternalStore(singleKeys.subscribe, singleKeys.read);

// They keep the keyboard for themselves until they close.
const overlays = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed])';

const isOverlayOpen = () => document.querySelector(overlays) !== null;

const fields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]';

const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(fields) !== null;

const nameOf = ({ key = '', altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
  const [wanted, other] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  // A question mark needs the shift key on most keyboards.
  if (other || altKey || (shiftKey && key !== '?')) return null;
  return wanted ? `mod+${key.toLowerCase()}` : key.toLowerCase();
};

// A handler that finds nothing to do returns false, and the browser does what it would have done.
type Handler = () => unknown;

// The command menu opens from a field, too: its shortcut types nothing.
const alsoInFields = 'mod+k';

export const useShortcuts = (handlers: Record<string, Handler>) => {
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const handle = name === null ? undefined : handlers[name];
    if (name === null || !handle || event.defaultPrevented || event.isComposing) return;
    if (name === alsoInFields) event.preventDefault();
    if (isOverlayOpen() || (isTyping(event) && name !== alsoInFields)) return;
    if (!name.startsWith('mod+') && !singleKeys.read()) return;
    if (handle() !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
};
