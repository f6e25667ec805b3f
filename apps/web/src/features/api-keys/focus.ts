// Moves the focus when the button that had it was removed or disabled meanwhile.
import { focusWhenPossible } from '../../ui/return-focus.ts';

export const createButtonId = 'create-key';
export const cardTitleId = (id: string) => `key-${id}`;
export const buttonId = (action: 'rotate' | 'delete', id: string) => `${action}-${id}`;

export const moveFocus = (elementId: string) =>
  focusWhenPossible(() => document.getElementById(elementId) ?? document.getElementById(createButtonId));

// Returns the id of the next card's title, or of the previous one. The card itself must still be in the document.
export const findNeighbourId = (id: string) => {
  const titles = [...document.querySelectorAll(`h2[id^="${cardTitleId('')}"]`)];
  const index = titles.findIndex((title) => title.id === cardTitleId(id));
  return (titles[index + 1] ?? titles[index - 1])?.id ?? createButtonId;
};
