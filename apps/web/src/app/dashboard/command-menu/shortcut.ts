const isApple = /mac|iphone|ipad/i.test(navigator.platform);

export const shortcut = isApple ? { shown: '⌘ K', aria: 'Meta+K' } : { shown: 'Ctrl K', aria: 'Control+K' };

export const isShortcut = (event: KeyboardEvent) =>
  event.key?.toLowerCase() === 'k' &&
  (isApple ? event.metaKey : event.ctrlKey) &&
  !event.altKey &&
  !event.shiftKey;
