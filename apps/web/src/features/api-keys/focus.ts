// Moves the focus when the button that had it was removed or disabled meanwhile.
import { focusWhenPossible } from '../../ui/overlays/focus.ts';

export const createButtonId = 'create-key';
export const selectButtonId = 'select-keys';
export const cardTitleId = (id: string) => `key-${id}`;
export const cardLinkId = (id: string) => `open-${id}`;
export const endGraceId = (id: string) => `end-grace-${id}`;
type KeyButton = 'rename' | 'rotate' | 'delete' | 'menu';
export const buttonId = (action: KeyButton, id: string) => `${action}-${id}`;

// A key's page has the same buttons as its card, which waits unseen in the list below.
const findVisible = (elementId: string) =>
  [...document.querySelectorAll<HTMLElement>(`[id="${elementId}"]`)].find((found) =>
    found.checkVisibility(),
  ) ?? null;

export const moveFocus = (elementId: string) => focusWhenPossible(() => findVisible(elementId));

// A row of the table has one menu for all that its key can do.
const findAction = (action: KeyButton, id: string) =>
  findVisible(buttonId(action, id)) ?? findVisible(buttonId('menu', id));

export const moveFocusToAction = (action: KeyButton, id: string) =>
  focusWhenPossible(() => findAction(action, id));

// The button that ends a grace goes with it, and rotating is where one was.
export const moveFocusFromGrace = (id: string) =>
  focusWhenPossible(
    () => findAction('rotate', id),
    () => findVisible(endGraceId(id)) === null,
  );

// The key's card or row is about to go. The focus goes on to the next one's title then, or to the previous one's, or to the button
// that creates a key, which has moved by that time.
export const moveFocusFrom = (id: string) => {
  const titles = [...document.querySelectorAll(`:is(h2, th)[id^="${cardTitleId('')}"]`)];
  const index = titles.findIndex((title) => title.id === cardTitleId(id));
  const neighbourId = (titles[index + 1] ?? titles[index - 1])?.id ?? '';
  focusWhenPossible(
    () => document.getElementById(neighbourId) ?? document.getElementById(createButtonId),
    () => document.getElementById(cardTitleId(id)) === null,
  );
};

// To a key that is on the list again, once it is drawn there. Elsewhere the focus stays where it is.
export const moveFocusTo = (id: string) =>
  focusWhenPossible(
    () => findVisible(cardLinkId(id)),
    () => findVisible(cardLinkId(id)) !== null || findVisible(createButtonId) === null,
  );
