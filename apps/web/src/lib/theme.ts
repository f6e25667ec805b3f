// A class on the body makes the page dark or light. Local storage remembers it, and first-script.ts sets it before the first paint.
import { useSyncExternalStore } from 'react';
import { createStore } from './create-store.ts';
import { browserColors, themeKey } from './theme-values.ts';

type Theme = keyof typeof browserColors;

const initial: Theme = document.body.classList.contains('light') ? 'light' : 'dark';
const { read, publish, subscribe } = createStore(initial);

const show = (theme: Theme) => {
  document.body.classList.remove('dark', 'light');
  document.body.classList.add(theme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColors[theme]);
  publish(theme);
};

export const toggleTheme = () => {
  const theme = read() === 'dark' ? 'light' : 'dark';
  show(theme);
  try {
    localStorage.setItem(themeKey, String(theme === 'dark'));
  } catch {
    // Storage can be forbidden or full; the choice then lasts until the page is left.
  }
};

export const useTheme = () => useSyncExternalStore(subscribe, read);

// Another tab has changed the theme.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === themeKey) show(newValue === 'false' ? 'light' : 'dark');
});
