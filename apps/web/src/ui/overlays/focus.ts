// Gives the focus back when a dialog closes. The button that had it may be disabled until a call is answered, and a second
// dialog may ask something in between; the focus then waits for both.
import { type RefObject, useLayoutEffect, useRef } from 'react';

const dialogs = '[role=dialog], [role=alertdialog]';
const closing = '[data-closed]';
const portals = '[data-base-ui-portal]';

let last: HTMLElement | null = null;
let lastOnPage: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  last = target;
  if (!target.closest(portals)) lastOnPage = target;
});

// The elements that had the focus before a dialog opened. The first may be part of a dialog that closes meanwhile.
export const lastFocused = () => [last, lastOnPage];

const isWaiting = (target: HTMLElement) =>
  [...document.querySelectorAll(dialogs)].some(
    (dialog) => !dialog.matches(closing) && !dialog.contains(target),
  );

// A focus that the person has moved is left alone.
const isLost = (active = document.activeElement) =>
  !active || active === document.body || active.matches(':disabled') || active.closest(closing) !== null;

export const focusWhenPossible = (find: () => HTMLElement | null, isTime = () => true) => {
  const isDone = () => {
    if (!isTime()) return false;
    const target = find();
    if (!target) return true;
    if (isWaiting(target)) return false;
    if (!isLost()) return true;
    target.focus();
    return !isLost();
  };
  if (isDone()) return;
  const observer = new MutationObserver(() => isDone() && observer.disconnect());
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'inert', 'data-closed'],
  });
};

// Answers what Base UI asks a closing dialog: the element that gets the focus now, or false where none does.
export const returnFocus = (candidates: (HTMLElement | null)[]) => {
  const target = candidates.find((element) => element?.isConnected && !element.closest(closing));
  if (!target) return false;
  if (!target.matches(':disabled')) return target;
  focusWhenPossible(() => (target.isConnected ? target : null));
  return false;
};

// A button that is disabled while it works loses the focus, in some browsers before an effect of React runs. It gets the focus back,
// unless the person has moved it meanwhile.

export function useRestoredFocus(button: RefObject<HTMLButtonElement | null>, disabled = false) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (disabled) hadFocus.current = lastFocused()[0] === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      focusWhenPossible(() => button.current);
    }
  }, [button, disabled]);
}
