import type { MouseEvent } from 'react';

// With a modifier the browser opens a new tab or window by itself.
export const onPlainClick = (action: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  action();
};
