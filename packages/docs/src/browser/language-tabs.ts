// All examples show the language that the reader selected last, on every page and the next time.
import { readStored, store } from './stored.ts';

const languageKey = 'docsLanguage';

const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role="tab"]')];
const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '');

const show = (language: string) => {
  if (!tabs.some(({ dataset }) => dataset.language === language)) return;
  for (const tab of tabs) {
    const selected = tab.dataset.language === language;
    tab.ariaSelected = String(selected);
    tab.tabIndex = selected ? 0 : -1;
    const panel = panelOf(tab);
    if (panel) panel.hidden = !selected;
  }
};

// Examples above change their height, too, and what the reader looks at stays where it is.
const select = (tab: HTMLButtonElement) => {
  const before = tab.getBoundingClientRect().top;
  const { language = '' } = tab.dataset;
  show(language);
  store(languageKey, language);
  tab.focus({ preventScroll: true });
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
};

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export const openTabs = () => {
  const remembered = readStored(languageKey);
  if (remembered) show(remembered);
  for (const tab of tabs) {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', (event) => {
      const step = steps[event.key];
      const own = tabs.filter(({ parentElement }) => parentElement === tab.parentElement);
      const next = step && own[(own.indexOf(tab) + step + own.length) % own.length];
      if (!next) return;
      event.preventDefault();
      select(next);
    });
  }
};
