// A class on the body makes the page dark or light. Local storage remembers it, and first-script.ts sets it before the first paint.
import { useSyncExternalStore } from 'react';
import { browserColors, themeKey } from './theme-values.ts';

type Theme = keyof typeof browserColors;

const listeners = new Set<() => void>();

function getTheme(): Theme {
  return document.body.classList.contains('light') ? 'light' : 'dark';
}

function setTheme(theme: Theme) {
  show(theme);
  try {
    localStorage.setItem(themeKey, String(theme === 'dark'));
  } catch {
    // Storage can be forbidden or full; the choice then lasts until the page is left.
  }
}

export function toggleTheme() {
  setTheme(getTheme() === 'dark' ? 'light' : 'dark');
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}

function show(theme: Theme) {
  document.body.classList.remove('dark', 'light');
  document.body.classList.add(theme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColors[theme]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab);
  };
}

function followOtherTab(event: StorageEvent) {
  if (event.key === themeKey) show(event.newValue === 'false' ? 'light' : 'dark');
}
