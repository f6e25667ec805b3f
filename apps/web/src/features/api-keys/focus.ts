// Where the focus goes when the button that had it is gone or was disabled meanwhile.
import { timings } from '../../lib/timings.ts';

export const createButtonId = 'create-key';
export const cardTitleId = (id: string) => `key-${id}`;

// The focus of somebody who has moved on is left alone.
const focusIfLost = (targetId: () => string) =>
  setTimeout(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const target = document.getElementById(targetId()) ?? document.getElementById(createButtonId);
    target?.focus();
  }, timings.focusSettlesMs);

export const focusCard = (id: string) => {
  focusIfLost(() => cardTitleId(id));
};

export const focusCreateButton = () => {
  focusIfLost(() => createButtonId);
};

// Called while the card is still there: afterwards nobody knows what stood beside it.
export const focusNeighbour = (id: string) => {
  const item = document.getElementById(cardTitleId(id))?.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const title = neighbour?.querySelector('h2')?.id;
  focusIfLost(() => title ?? createButtonId);
};
