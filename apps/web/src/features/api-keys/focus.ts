// Moves the focus when the button that had it was removed or disabled meanwhile.
import { timings } from '../../lib/timings.ts';

export const createButtonId = 'create-key';
export const cardTitleId = (id: string) => `key-${id}`;
export const buttonId = (action: 'rotate' | 'delete', id: string) => `${action}-${id}`;

const isDialogShown = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

// A focus that the person has moved is left alone. One that a closing dialog has set is not: the dialog picks any
// element when the button that opened it is gone.
export const moveFocus = (elementId: string) => {
  const fading = isDialogShown();
  setTimeout(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (isDialogShown() || !(lost || fading)) return;
    const target = document.getElementById(elementId) ?? document.getElementById(createButtonId);
    target?.focus();
  }, timings.focusSettlesMs);
};

// Returns the id of the next card's title, or of the previous one. The card itself must still be in the document.
export const findNeighbourId = (id: string) => {
  const titles = [...document.querySelectorAll(`h2[id^="${cardTitleId('')}"]`)];
  const index = titles.findIndex((title) => title.id === cardTitleId(id));
  return (titles[index + 1] ?? titles[index - 1])?.id ?? createButtonId;
};
