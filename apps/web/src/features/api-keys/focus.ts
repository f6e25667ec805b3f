// Where the focus goes when the button that had it is gone or was disabled meanwhile.
import { timings } from '../../lib/timings.ts';

export const createButtonId = 'create-key';
export const cardTitleId = (id: string) => `key-${id}`;
export const buttonId = (action: 'rotate' | 'delete', id: string) => `${action}-${id}`;

const isDialogShown = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

// The focus of somebody who has moved on is left alone. Where a fading dialog puts it is nobody's choice: without the
// button that opened it, it takes any other.
export const moveFocus = (elementId: string) => {
  const fading = isDialogShown();
  setTimeout(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (isDialogShown() || !(lost || fading)) return;
    const target = document.getElementById(elementId) ?? document.getElementById(createButtonId);
    target?.focus();
  }, timings.focusSettlesMs);
};

// The title of the next card, or of the one before. Asked while the card is still there.
export const findNeighbourId = (id: string) => {
  const item = document.getElementById(cardTitleId(id))?.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbour?.querySelector('h2')?.id ?? createButtonId;
};
